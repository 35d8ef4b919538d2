import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { actions as enActions } from '#text/en/actions.ts'
import enOrders from '#console/text/en/places/orders.ts'
import { actions as zhActions } from '#text/zh-CN/actions.ts'
import zhOrders from '#console/text/zh-CN/places/orders.ts'
import { makeHeldOrders } from '#tests/support/held-orders.ts'
import { faultsOf } from '../axe.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'
import { countSubmissions, findWhatHappened, submissionsOf } from './find-what-happened.ts'
import { listen, turnTo } from './turn-to.ts'

watchBrowser()
const actions = { en: enActions, 'zh-CN': zhActions }
const texts = { en: enOrders, 'zh-CN': zhOrders }

onOneScreen(
  { language: 'en', width: 'desktop' },
  'a payment without membership is found by transaction hash, wallet address or provider number within three clicks',
  async ({ language, width }) => {
    const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
    const held = await makeHeldOrders(connection)
    const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
    const { asking } = listen(page)
    await openConsole(page, language, 'finance')
    const reasons = { hash: 'underpaid', address: 'amount_mismatch', reference: 'amount_mismatch' }
    for (const by of ['hash', 'address', 'reference'] as const) {
      await turnTo(page, language, '/console/today', asking)
      await countSubmissions(page)
      await findWhatHappened(page, held[by], { language })
      const submissions = await submissionsOf(page)
      expect(submissions, by).toBeGreaterThan(0)
      expect(submissions, by).toBeLessThanOrEqual(3)
      await page.keyboard.press('Escape')
      const { stagesTitle, reasons: words } = texts[language]
      const reason = words[reasons[by]] ?? ''
      await page.getByRole('region', { name: stagesTitle }).getByText(reason, { exact: true }).waitFor()
    }
    // The payer in the last case can be blocked from the order or user page.
    const payers = page.getByRole('region', { name: actions[language]['payers.list'].label })
    const block = payers.getByRole('button', { name: actions[language]['payers.block'].label })
    await block.click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('[name=reason]').fill('A stolen card.')
    await dialog.getByRole('button', { name: shellTexts[language].act.preview }).click()
    await dialog.getByRole('region', { name: shellTexts[language].act.would }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await faultsOf(page)).toEqual([])
    const figures = page.getByRole('region', { name: texts[language].figures.label })
    await figures.getByText(texts[language].figures.askedFor('$44.90')).waitFor()
    await figures.getByText('$43.90').first().waitFor()
    await figures.getByRole('link').first().click()
    await block.waitFor()
  },
)

test('no table is cut off or scrolls sideways at any width, and row actions are visible on a tablet', async () => {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
  const { reference } = await makeHeldOrders(connection)
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] })
  const { asking } = listen(page)
  await openConsole(page, 'en', 'owner', '/console/system/limits')
  const boxes = page.locator('main .scroll')
  for (const width of [1_440, 1_024, 834, 390]) {
    await page.setViewportSize({ width, height: 1_000 })
    // Every table is made anew at this width, because the page before it had another one.
    for (const address of [
      '/console/orders',
      '/console/system/operators',
      '/console/system/nodes',
      '/console/texts/clients',
    ]) {
      await turnTo(page, 'en', address, asking)
      await boxes.first().waitFor()
      const wide = await boxes.evaluateAll((all) => all.filter((box) => box.scrollWidth > box.clientWidth).length)
      expect(wide, `${address} at ${width}`).toBe(0)
      if (address !== '/console/orders' || (width !== 834 && width !== 1_024)) continue
      const choice = page.getByRole('checkbox', { name: reference.number })
      await choice.waitFor()
      const { x = width, width: wideness = 0 } = (await choice.boundingBox()) ?? {}
      expect(x + wideness, `${width}`).toBeLessThanOrEqual(width)
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${width}`).toBe(width)
    }
  }
  // A card keeps every value with its label, and the row's actions.
  const card = page.getByText('Withdraw', { exact: true }).first()
  expect(await card.isVisible()).toBe(true)
})
