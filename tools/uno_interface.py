"""Print the interface of LibreOffice's add-in in UNO's IDL, for `make types`."""

from xl_mastermind.functions import FUNCTIONS, Argument, Need
from xl_mastermind.libreoffice.extension import method_name
from xl_mastermind.workbook_files.edition import IDENTIFIER


def interface_text() -> str:
    """Return the interface with a method for each worksheet function."""
    methods = [
        f"    sequence< sequence< any > > {method_name(function)}"
        f"( {', '.join(map(_idl_argument, function.arguments))} );"
        for function in FUNCTIONS
    ]
    outer, inner = IDENTIFIER.split(".")
    lines = [
        f"module {outer} {{ module {inner} {{",
        "interface XMasterMind : com::sun::star::uno::XInterface {",
        *methods,
        "};",
        "}; };",
        "",
    ]
    return "\n".join(lines)


def _idl_argument(argument: Argument) -> str:
    kind = "sequence< any >" if argument.need is Need.REPEATED else "any"
    return f"[in] {kind} {argument.name}"


if __name__ == "__main__":
    print(interface_text(), end="")
