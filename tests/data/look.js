(() => {
function channels(text) { return text.match(/[0-9.]+/g).map(Number); }
function ground(element) {
  for (; element; element = element.parentElement) {
    const found = channels(getComputedStyle(element).backgroundColor);
    if (found.length < 4 || found[3] > 0) return found;
  }
  return [255, 255, 255];
}
function light(colour) {
  const [r, g, b] = colour.slice(0, 3).map(n => n / 255).map(
    n => n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(element) {
  const pair = [light(channels(getComputedStyle(element).color)),
    light(ground(element))].sort((a, b) => b - a);
  return (pair[0] + 0.05) / (pair[1] + 0.05);
}
const texts = [...document.body.querySelectorAll("*")].filter(element =>
  [...element.childNodes].some(node => node.nodeType == 3 && node.data.trim()));
return {texts: texts.length, contrast: Math.min(...texts.map(contrast)),
  width: document.body.scrollWidth,
  dark: matchMedia("(prefers-color-scheme: dark)").matches};
})()
