// Measures the page that it is put into, and tells the page around it: whether anything is wider
// than the window, and which text has too little contrast (WCAG 2.2, level AA).
const channels = (color) => color.match(/[\d.]+/g).map(Number)
const light = (color) =>
  channels(color)
    .slice(0, 3)
    .map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)
const behind = (element) => {
  const color = getComputedStyle(element).backgroundColor
  return channels(color)[3] === 0 ? behind(element.parentElement) : color
}
const hasText = (element) =>
  [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
const contrast = (element) => {
  const style = getComputedStyle(element)
  const text = light(element instanceof SVGElement ? style.fill : style.color)
  const paper = light(behind(element))
  return (Math.max(text, paper) + 0.05) / (Math.min(text, paper) + 0.05)
}

addEventListener('load', () => {
  const texts = [...document.querySelectorAll('main *:not(title)')].filter(hasText)
  const found = {
    width: innerWidth,
    wide: document.documentElement.scrollWidth,
    texts: texts.length,
    faint: texts.filter((element) => contrast(element) < 4.5).map((element) => element.textContent),
    paper: getComputedStyle(document.body).backgroundColor,
  }
  parent.postMessage(JSON.stringify(found), '*')
})
