import type { Page } from 'playwright-core'

/**
 * Runs in the page: clickable targets below a size in px, except links in a sentence (WCAG 2.5.8, *inline*). A checkbox
 * includes its label; elements without a box, inert ones, and those outside the page until focused are ignored.
 */
const measuring = `(least, counted) => {
  const boxOf = (element) => {
    const box = element.getBoundingClientRect()
    return { left: box.left, right: box.right, top: box.top, bottom: box.bottom }
  }
  const union = (a, b) => ({
    left: Math.min(a.left, b.left), right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom),
  })
  const isInSentence = (element) => {
    if (getComputedStyle(element).display !== 'inline') return false
    let block = element.parentElement
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
    return block !== null && block.innerText.trim().length > element.innerText.trim().length
  }
  const top = document.querySelector('dialog[open]') ?? document
  const found = []
  const boxes = []
  const meets = (element, box) => ([other, its]) =>
    !other.contains(element) && !element.contains(other) && box.left < its.right && its.left < box.right && box.top < its.bottom && its.top < box.bottom
  for (const element of top.querySelectorAll('a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button], [role=tab]')) {
    if (element.closest('[inert], [aria-hidden=true]') || !element.checkVisibility({ visibilityProperty: true })) continue
    let box = boxOf(element)
    for (const label of element.labels ?? [])
      if (element.matches('[type=checkbox], [type=radio]')) box = union(box, boxOf(label))
    const width = box.right - box.left
    const height = box.bottom - box.top
    if (width <= 1 || height <= 1 || box.bottom + scrollY <= 0 || box.right <= 0) continue
    const isCovered = counted && boxes.some(meets(element, box))
    boxes.push([element, box])
    if (!isCovered && ((width >= least && height >= least) || isInSentence(element))) continue
    const words = (element.getAttribute('aria-label') ?? element.innerText ?? element.name ?? '').trim().slice(0, 40)
    found.push(element.localName + ' "' + words + '" is ' + Math.round(width) + ' × ' + Math.round(height) + ' px')
  }
  return found
}`

/**
 * Targets that are too small for a finger, on the page or in its open dialog, with their size. `least`: px; default: 44
 * minus rounding. `counted`: also reports overlapping targets, which leave less to hit.
 */
export async function smallTargets(page: Page, least = 43.5, counted = false): Promise<string[]> {
  const where = new URL(page.url()).pathname
  const found = await page.evaluate<string[]>(`(${measuring})(${least}, ${counted})`)
  return found.map((target) => `${where} ${target}`)
}
