import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import type { Language } from '#shared/language.ts'
import en from '#console/text/en/places/today.ts'
import zh from '#console/text/zh-CN/places/today.ts'
import { makeHeldOrders } from '#tests/support/held-orders.ts'
import { faultsOf } from '../axe.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { openConsole } from './console-steps.ts'

watchBrowser()
const texts = { en, 'zh-CN': zh }

test.each<[Language, 'desktop' | 'phone']>([
  ['en', 'desktop'],
  ['zh-CN', 'phone'],
])(
  'Today shows waiting work, figures next to those a week before, and charts, each with a table (%s, %s)',
  async (language, width) => {
    const t = texts[language]
    const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
    await makeHeldOrders(connection)
    const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
    await openConsole(page, language, 'viewer', '/console/today')
    for (const name of [t.waiting, t.revenue, t.funnel, t.methods, t.house, t.perDay('CNY'), t.perDay('USD')])
      await page.getByRole('heading', { name, exact: true }).waitFor()
    const figures = page.getByRole('region', { name: t.keyFigures(t.today) })
    for (const label of [t.netIn('CNY'), t.netIn('USD'), t.steps.order_paid, t.paidOfMade, t.membersNow])
      await figures.getByText(label, { exact: true }).waitFor()
    const waits = page.getByRole('region', { name: t.waiting })
    await waits.getByRole('link', { name: t.lists.cases }).waitFor()
    // The role may not read customer messages, so their count is hidden.
    expect(await waits.getByRole('link', { name: t.lists.messages }).count()).toBe(0)
    await page.getByText(t.dayBefore, { exact: true }).first().waitFor()
    // Pointing at a bar or moving the slider names its day with the sum of the day and of the one thirty days before.
    const chart = page.getByRole('img', { name: /CNY/ })
    await chart.waitFor()
    const slider = page.getByRole('slider').first()
    const shownAt = async () => (await slider.getAttribute('aria-valuetext')) ?? ''
    const newest = await shownAt()
    expect(newest).toMatch(
      new RegExp(`\\d.*: ${t.perDay('CNY').replaceAll(/[()]/g, '.')} .*[¥0-9].*, ${t.dayBefore} .*[¥0-9]`),
    )
    await chart.hover({ position: { x: (await chart.boundingBox())!.width / 2, y: 40 } })
    await expect.poll(shownAt).not.toBe(newest)
    await slider.press('End')
    await expect.poll(shownAt).toBe(newest)
    const table = page.getByRole('table', { name: t.perDay('USD') })
    expect(await table.count()).toBe(0)
    await page.getByText(t.asTable).last().press('Enter')
    await table.waitFor()
    expect(await table.getByRole('row').count()).toBe(31)
    await table.getByText(t.dayBefore).first().waitFor()
    const choice = page.getByRole('group', { name: t.shownDays })
    for (const days of [7, 30]) {
      await choice.getByRole('button', { name: t.days(days), exact: true }).press('Enter')
      await page.getByRole('region', { name: t.keyFigures(t.days(days)) }).waitFor()
      const funnel = page.getByRole('table', { name: t.funnel })
      await funnel.getByRole('columnheader', { name: t.soManyBefore(days) }).waitFor()
      expect(new URL(page.url()).hash).toBe(`#days=${days}`)
    }
    await page.reload()
    await page.getByRole('region', { name: t.keyFigures(t.days(30)) }).waitFor()
    await page.getByRole('table', { name: t.methods }).getByRole('columnheader', { name: t.medianToPaid }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width === 'phone' ? 390 : 1_440)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: t.lists.reviews }).first().press('Enter')
    await page.waitForURL(/reviews/)
  },
)
