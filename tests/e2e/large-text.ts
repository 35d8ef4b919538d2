import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { pastTheEdge, sizes } from './narrow.ts'

/** Texts cut off by a box that hides its overflow, and words that stick out of a button or label. */
const cutTexts = `(() => {
  const faults = []
  const boxes = (element) => {
    const found = []
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(at)
      const hides = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
      if (/auto|scroll/.test(overflowX + overflowY) || textOverflow === 'ellipsis') return found
      if (hides || at.matches('button, .btn, .tag, .seg > *')) found.push(at)
    }
    return found
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const element = text.parentElement
    if (text.data.trim() === '' || element.closest('svg, .vh, [inert], [aria-hidden=true], script, style, template')) continue
    if (getComputedStyle(element).clipPath !== 'none' || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const box of boxes(element)) {
      const outer = box.getBoundingClientRect()
      if (outer.width <= 1 || getComputedStyle(box).clipPath !== 'none') continue
      const isCut = [...range.getClientRects()].some(
        (inner) => inner.width > 0 && (inner.left < outer.left - 2 || inner.right > outer.right + 2 || inner.top < outer.top - 6 || inner.bottom > outer.bottom + 6))
      if (isCut) faults.push('cut text "' + text.data.slice(0, 60) + '" in ' + box.outerHTML.slice(0, 90))
    }
  }
  return faults
})()`

/**
 * Texts that are cut off, and content past the edge of the screen, on a phone whose browser has twice the usual text
 * size. Sets the browser's preference for the open page, which looks as if it had been opened with it, and restores
 * preference and window.
 */
export async function faultsOfLargeText(page: Page): Promise<string[]> {
  const where = new URL(page.url()).pathname
  const before = page.viewportSize() ?? sizes.phone
  const browser = await page.context().newCDPSession(page)
  const setSize = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  const judge = async () => [
    ...(await page.evaluate<string[]>(pastTheEdge)),
    ...(await page.evaluate<string[]>(cutTexts)),
  ]
  if (before.width !== sizes.phone.width) await page.setViewportSize(sizes.phone)
  await setSize(32)
  let found = await judge()
  // Parts that are drawn otherwise at another width follow a moment later; a fault is what stays.
  for (let tries = 0; found.length > 0 && tries < 20; tries++) {
    await sleep(100)
    found = await judge()
  }
  await setSize(16)
  await browser.detach()
  if (before.width !== sizes.phone.width) await page.setViewportSize(before)
  return found.map((fault) => `${where} (doubled text) ${fault}`)
}
