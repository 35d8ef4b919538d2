import type { Page } from 'playwright-core'

/** Simulates a pointer over an island, so its scripts load, and waits until it runs. */
export async function reach(page: Page, island: string): Promise<void> {
  await page.locator(`[data-island="${island}"]`).dispatchEvent('pointerover')
  await page.locator(`[data-island="${island}"][data-live]`).waitFor()
}
