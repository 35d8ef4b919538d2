import type { Page } from 'playwright-core'
import { sizes } from './narrow.ts'

/**
 * Controls that look alike when the system removes backgrounds and shadows: a choice without an outline or border in
 * the system's colour for selections, an unchosen one that has it or has no edge, a button with neither edge nor
 * underline, and a measure whose colour is removed. Drawings that have only colours of their background, such as
 * black lines of a QR code on black. Controls that the browser draws are left out.
 */
export const invisibleStates = `(() => {
  const probe = document.createElement('i')
  probe.style.color = 'Highlight'
  document.body.append(probe)
  const highlight = getComputedStyle(probe).color
  probe.style.color = 'Canvas'
  const canvas = getComputedStyle(probe).color
  probe.remove()
  const linesOf = (style) => [
    [style.outlineStyle, style.outlineWidth, style.outlineColor],
    ...['Top', 'Right', 'Bottom', 'Left'].map((side) => ['Style', 'Width', 'Color'].map((part) => style['border' + side + part])),
  ].filter(([kind, width]) => kind !== 'none' && parseFloat(width) >= 1)
  const boxesOf = (element) => [element, ...element.querySelectorAll('*')].flatMap((node) =>
    [null, '::before', '::after'].map((part) => getComputedStyle(node, part)).filter((style, at) => at === 0 || style.content !== 'none'))
  const hasEdge = (element) => boxesOf(element).some((style) => linesOf(style).length > 0)
  const isUnderlined = (element) => getComputedStyle(element).textDecorationLine === 'underline'
  const isMarked = (element) => boxesOf(element).some((style) => linesOf(style).some(([, width, color]) => parseFloat(width) >= 2 && color === highlight))
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  const isDrawnByBrowser = (element) => {
    const { appearance, opacity } = getComputedStyle(element)
    return element.matches('input') && appearance !== 'none' && opacity === '1' && isShown(element)
  }
  const holderOf = (element) => (element.matches('input') ? element.closest('label') ?? element.parentElement : element)
  const faults = []
  const say = (element, fault) => faults.push(fault + ': ' + element.outerHTML.slice(0, 160))
  const check = (selector, judge) => {
    for (const element of document.querySelectorAll(selector)) {
      const holder = holderOf(element)
      if (!element.closest('[inert], iframe') && isShown(holder) && !isDrawnByBrowser(element)) judge(element, holder)
    }
  }
  const state = (value) => \`[aria-selected=\${value}], [aria-pressed=\${value}]\`
  check('input:checked, [aria-current]:not([aria-current=false]), ' + state(true), (element, holder) => {
    if (!isMarked(holder)) say(element, 'chosen without a mark')
  })
  check('input:is([type=radio], [type=checkbox]):not(:checked), ' + state(false), (element, holder) => {
    if (isMarked(holder)) say(element, 'marked although not chosen')
    if (!hasEdge(holder)) say(element, 'choice without an edge')
  })
  check('button, a.btn', (element) => {
    if (!hasEdge(element) && !isUnderlined(element)) say(element, 'button without an edge')
  })
  check('progress, .dot, [data-strength], [data-state].proof', (element) => {
    if (getComputedStyle(element).forcedColorAdjust !== 'none') say(element, 'measure without a colour')
  })
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number)
  const isPainted = (color) => color.startsWith("rgb") && channels(color)[3] !== 0
  const light = (color) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => ((value / 255 + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b)
    return (bright + 0.05) / (dark + 0.05)
  }
  const backOf = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { backgroundColor, forcedColorAdjust } = getComputedStyle(at)
      if (channels(backgroundColor)[3] !== 0) return forcedColorAdjust === 'none' ? backgroundColor : canvas
    }
    return canvas
  }
  check('svg', (element) => {
    const paints = [...element.querySelectorAll('path, line, rect, circle, polyline')].flatMap((shape) => {
      const { fill, stroke } = getComputedStyle(shape)
      return [fill, stroke].filter(isPainted)
    })
    const back = backOf(element)
    if (paints.length > 0 && paints.every((paint) => contrast(paint, back) < 1.5)) say(element, 'drawing in the colour of its background')
  })
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  check('body *', (element) => {
    const { color, forcedColorAdjust } = getComputedStyle(element)
    if (hasText(element) && forcedColorAdjust !== 'none' && color === canvas) say(element, 'text in the colour of the page')
  })
  return faults
})()`

/** Judges a page on a black and on a white screen, on a phone and on a computer. Restores a light desktop. */
export async function invisibleAtEachWidth(page: Page): Promise<string[]> {
  const where = new URL(page.url()).pathname
  const faults: string[] = []
  for (const viewport of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(viewport)
    // Parts that are drawn otherwise at another width follow in the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      const found = await page.evaluate<string[]>(invisibleStates)
      faults.push(...found.map((fault) => `${where} (${viewport.width} px, ${colorScheme}) ${fault}`))
    }
  }
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })
  await page.setViewportSize(sizes.desktop)
  return faults
}
