import type { Page } from 'playwright-core'

/** Reaches for an island as a pointer does that comes over it, so that its scripts are loaded, and waits until it runs. */
export async function reach(page: Page, island: string): Promise<void> {
  await page.locator(`[data-island="${island}"]`).dispatchEvent('pointerover')
  await page.locator(`[data-island="${island}"][data-live]`).waitFor()
}
