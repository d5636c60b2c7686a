// Prints what SheetJS reads in a workbook, as one JSON object.
"use strict";
const XLSX = require("xlsx");

const book = XLSX.readFile(process.argv[2], { bookVBA: true, xlfn: true });
const names = book.Workbook.Names.map((name) => [
  name.Sheet === undefined ? null : book.SheetNames[name.Sheet],
  name.Name,
  name.Ref,
]);
const cells = [];
for (const sheet of book.SheetNames) {
  for (const [place, cell] of Object.entries(book.Sheets[sheet])) {
    if (!place.startsWith("!")) {
      const value = cell.t === "e" ? cell.w : cell.v;
      cells.push([sheet, place, value, cell.f, cell.F]);
    }
  }
}
const macros = Buffer.from(book.vbaraw || "").toString("base64");
process.stdout.write(JSON.stringify({ names, cells, macros }));
