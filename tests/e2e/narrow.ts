import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Content beyond the screen edge: the page itself, or a heading, amount or control that cannot be scrolled to. */
export const pastTheEdge = `(() => {
  const width = document.documentElement.clientWidth
  const scrolls = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at !== document.documentElement) return true
    return false
  }
  const faults = []
  const wider = document.documentElement.scrollWidth - width
  if (wider > 0) faults.push('the page is ' + wider + ' px wider than the screen')
  for (const element of document.querySelectorAll('h1, h2, h3, button, a.btn, label, output, b, dd')) {
    const { left, right, width: own } = element.getBoundingClientRect()
    if (own <= 1 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if ((right > width + 1 || left < -1) && !scrolls(element) && !element.closest('[hidden], [inert], .skip'))
      faults.push(element.tagName.toLowerCase() + ' "' + element.textContent.slice(0, 40) + '" from ' + Math.round(left) + ' to ' + Math.round(right))
  }
  return faults
})()`

const narrowPhone = { width: 320, height: 640 }
const zoomedDesktop = { width: 720, height: 450 }
/** Common sizes of windows. */
export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/** Widths at which pages are judged: the narrow one of their device, both narrow ones, or also the common ones. */
type JudgedWidths = 'own' | 'narrow' | 'all'
let judged: JudgedWidths = 'own'

/** Sets the widths for the following journey, which runs on one screen only (`testIn`). */
export const judgeWidths = (wanted: JudgedWidths): void => void (judged = wanted)

/**
 * Overflow on the narrowest phone (320 px), or for desktop pages at 200 % zoom (1440 × 900 becomes 720 × 450); at more
 * widths for journeys that run on one screen only. Restores the size.
 */
export async function tooNarrowFor(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  if (!before) return []
  const isPhone = before.width < 640
  const wanted = {
    own: [isPhone ? narrowPhone : zoomedDesktop],
    narrow: [narrowPhone, zoomedDesktop],
    all: [narrowPhone, zoomedDesktop, isPhone ? sizes.desktop : sizes.phone],
  }[judged]
  const faults: string[] = []
  for (const size of wanted) {
    await page.setViewportSize(size)
    let found = await page.evaluate<string[]>(pastTheEdge)
    // Parts that are drawn otherwise at another width follow a moment later; a fault is what stays.
    for (let tries = 0; found.length > 0 && tries < 20; tries++) {
      await sleep(100)
      found = await page.evaluate<string[]>(pastTheEdge)
    }
    faults.push(...found.map((fault) => `at ${size.width} px ${fault}`))
  }
  await page.setViewportSize(before)
  return faults
}
