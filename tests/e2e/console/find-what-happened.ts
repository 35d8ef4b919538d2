import type { Page } from 'playwright-core'
import type { Language } from '#shared/language.ts'
import type { HeldOrder } from '#tests/support/held-orders.ts'
import enActing from '#console/text/en/acting.ts'
import enOrders from '#console/text/en/places/orders.ts'
import enPalette from '#console/text/en/palette.ts'
import enShell from '#console/text/en/shell.ts'
import zhActing from '#console/text/zh-CN/acting.ts'
import zhOrders from '#console/text/zh-CN/places/orders.ts'
import zhPalette from '#console/text/zh-CN/palette.ts'
import zhShell from '#console/text/zh-CN/shell.ts'

const words = {
  en: { orders: enOrders, shell: enShell, acting: enActing, palette: enPalette },
  'zh-CN': { orders: zhOrders, shell: zhShell, acting: zhActing, palette: zhPalette },
}

/** Called before each click, to imitate the time that a person needs. */
type Pace = (doing: 'reads the message' | 'types' | 'reads what is found' | 'reads the page') => Promise<unknown>

/** Starts to count clicks, or starts again from zero. */
export const countSubmissions = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    if (globalThis.presses === undefined) addEventListener('click', () => globalThis.presses++, true)
    globalThis.presses = 0
  }`)
export const submissionsOf = (page: Page): Promise<number> => page.evaluate(`globalThis.presses`)

/** Goes from a customer's message to the order page that explains the payment, and opens the matching action there. */
export async function findWhatHappened(
  page: Page,
  { named, number }: HeldOrder,
  { language, pace = async () => {} }: { readonly language: Language; readonly pace?: Pace },
): Promise<void> {
  const { orders, shell, acting, palette } = words[language]
  await pace('reads the message')
  await page.getByRole('button', { name: shell.openFind }).click()
  await pace('types')
  await page.getByRole('combobox').fill(named)
  const found = page.getByRole('listbox').getByRole('option')
  const wanted = found.filter({ hasText: named.includes('@') ? number : named })
  await wanted.first().waitFor()
  await pace('reads what is found')
  if ((page.viewportSize()?.width ?? 0) >= 1000) {
    await wanted.first().hover()
    await page.getByRole('region', { name: palette.preview }).getByText(palette.payment).waitFor()
  }
  await wanted.first().click()
  await page.getByRole('heading', { level: 1, name: number }).waitFor()
  const stages = page.getByRole('region', { name: orders.stagesTitle })
  await stages.getByText(orders.verdict.money.waits).waitFor()
  await pace('reads the page')
  await stages.getByRole('button', { name: orders.acts.decide }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: acting.preview }).waitFor()
}
