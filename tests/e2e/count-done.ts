import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Screen } from './open-page.ts'
import { texts } from './texts.ts'

type Done = { clicks: number; typed: number }

export async function countDone(page: Page): Promise<Done> {
  const done = { clicks: 0, typed: 0 }
  await page.context().exposeFunction('countDone', (what: keyof Done) => void (done[what] += 1))
  await page.context().addInitScript(`
    addEventListener('pointerup', ({ isTrusted, target }) => {
      // A control that still moves is missed at the first press, which the browser driver repeats.
      if (isTrusted && target.closest?.('a, button, input, label, select, summary')) countDone('clicks')
    }, true)
    addEventListener('keydown', ({ key }) => key.length === 1 && countDone('typed'), true)`)
  return done
}

export async function arrive(
  page: Page,
  { language, width }: Screen,
  method: 'stripe' | 'alipay' = language === 'en' ? 'stripe' : 'alipay',
): Promise<void> {
  if (method === 'stripe' || width === 'phone') await page.waitForURL(`${inject('e2e').simulator}/till/${method}/**`)
  else {
    const { checkout, paying } = texts[language]
    const code = page.getByRole('dialog').getByRole('img', { name: paying.qrLabel(checkout.order.methods.alipay) })
    await code.waitFor()
  }
}
