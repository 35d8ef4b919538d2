import { expect, test } from 'vitest'
import shopEn from '#console/text/en/places/shop.ts'
import shopZh from '#console/text/zh-CN/places/shop.ts'
import { actions as actionsEn } from '#text/en/actions.ts'
import { actions as actionsZh } from '#text/zh-CN/actions.ts'
import { operate } from '../invite-steps.ts'
import { stockOne } from '../stock-benefit.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const refusals = [/status of 40[0-9]/]
const over = {
  en: actionsEn['promos.disable'].says[1],
  'zh-CN': actionsZh['promos.disable'].says[1],
}
const actions = { en: actionsEn, 'zh-CN': actionsZh }

onOneScreen(
  { language: 'zh-CN', width: 'phone' },
  'finance ends a promo code in its list and previews pausing a payment method',
  async ({ language, width }) => {
    const t = shellTexts[language]
    const labels = actions[language]
    const code = `ENDS-${Date.now() % 1_000_000}-${width}`.toUpperCase()
    await operate('promos', 'create', '--code', code, '--percent', '5', '--note', 'a test')
    const page = await openPage({ language, width, expected: refusals })
    await openConsole(page, language, 'finance', '/console/shop/promos')
    const row = page.getByRole('row').filter({ hasText: code })
    await row.locator('[data-act="promos.disable"]').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t.act.preview }).click()
    await dialog.getByRole('button', { name: labels['promos.disable'].label, exact: true }).click()
    await dialog.getByText(over[language].replace('{code}', code).replace('{openOrders}', '0')).waitFor()
    await page.goto('/console/shop/methods')
    const pause = page.locator('[data-act="methods.pause"]')
    await pause.first().click()
    await dialog.locator('[name=reason]').fill('a test')
    await dialog.getByRole('button', { name: t.act.preview }).click()
    await dialog.getByRole('region', { name: t.act.would }).waitFor()
    await page.goto('/console/shop/methods')
    await pause.first().waitFor()
    expect(await page.locator('[data-act="methods.resume"]').count()).toBe(0)
  },
)

test('support adds benefit accounts and takes one out of stock; only finance can end a benefit, on a tablet in a menu', async () => {
  const t = shellTexts.en
  const kind = `tv-${Date.now() % 1_000_000}`
  // Two operators approve a new host; afterwards support alone may add accounts with links to it.
  await stockOne('host', 'first@host.example', 'secret')
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'support', '/console/shop/benefits')
  const dialog = page.getByRole('dialog')
  const confirm = async (label: string) => {
    await dialog.getByRole('button', { name: t.act.preview }).click()
    await dialog.getByRole('button', { name: label, exact: true }).click()
  }
  await page.locator('.btn[data-act="benefits.import"]').click()
  await dialog.locator('[name=kind]').fill(kind)
  await dialog.locator('[name=nameEn]').fill('Television')
  await dialog.locator('[name=nameZh]').fill('电视')
  const lines = ['a', 'b'].map((name) => `${name}@tv.example\tsecret\thttps://demo-music.example/in`)
  const file = { name: 'stock.tsv', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) }
  await dialog.locator('[name=file]').setInputFiles(file)
  await confirm(actionsEn['benefits.import'].label)
  await dialog.getByText(`Added 2 accounts of ${kind}: 0 → 2 in stock`).waitFor()
  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ hasText: kind })
  await row.getByText('in stock', { exact: true }).waitFor()
  expect(
    await row.locator('[data-act]').evaluateAll((all) => all.map((each) => each.getAttribute('data-act'))),
  ).toEqual(['benefits.import', 'benefits.describe'])
  await row.getByRole('link', { name: 'Television' }).click()
  const account = page.getByRole('row').filter({ hasText: 'b@tv.example' })
  await account.getByRole('button', { name: actionsEn['benefits.withdraw'].label }).click()
  await dialog.locator('[name=reason]').fill('a test')
  await confirm(actionsEn['benefits.withdraw'].label)
  await dialog.getByText(`b@tv.example of ${kind} is withdrawn.`).waitFor()
  await page.keyboard.press('Escape')
  await account.waitFor({ state: 'detached' })
  // Two cells show 1: the stock, and the number of withdrawn accounts.
  await expect.poll(() => row.getByRole('cell', { name: '1', exact: true }).count()).toBe(2)

  const tablet = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(tablet, 'en', 'finance')
  await tablet.setViewportSize({ width: 834, height: 1112 })
  await tablet.goto('/console/shop/benefits')
  const acts = tablet.getByRole('row').filter({ hasText: kind }).locator('.rowacts')
  const [first, second, third] = (['benefits.import', 'benefits.describe', 'benefits.end'] as const).map((name) =>
    acts.getByRole('button', { name: actionsEn[name].label, exact: true }),
  )
  await first!.waitFor()
  expect([await second!.isVisible(), await third!.isVisible()]).toEqual([false, false])
  await first!.focus()
  await tablet.keyboard.press('Tab')
  await tablet.keyboard.press('Enter')
  expect(await acts.getByRole('button', { name: t.list.actions }).getAttribute('aria-expanded')).toBe('true')
  await third!.press('Enter')
  await tablet.getByRole('dialog', { name: actionsEn['benefits.end'].label }).waitFor()
})

test('finance edits a plan with a live preview in both languages, and the draft survives another form and a reload', async () => {
  const t = shellTexts.en
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'finance', '/console/shop/plans')
  await page.getByRole('link', { name: '24 months', exact: true }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('region', { name: shopEn.edit('24 months') })
  const price = form.locator('[name=price]')
  await expect.poll(() => price.inputValue()).toMatch(/^\d+[.]\d\d$/)
  const before = await price.inputValue()
  const after = `${Math.trunc(Number(before)) - 1}.37`
  const plate = (language: 'en' | 'zh-CN', which: string) =>
    page
      .frameLocator(`iframe:not(.coming)[title="${shopEn.frame(shopEn.languages[language], which)}"]`)
      .locator('.plate')
  await plate('zh-CN', shopEn.typed)
    .getByText(`¥${Number(before)}`, { exact: false })
    .first()
    .waitFor()
  await price.fill(after)
  await plate('zh-CN', shopEn.typed).getByText(`¥${after}`).waitFor()
  await plate('zh-CN', shopEn.now)
    .getByText(`¥${Number(before)}`, { exact: false })
    .first()
    .waitFor()
  expect(await plate('en', shopEn.typed).innerText()).toBe(await plate('en', shopEn.now).innerText())
  await form.getByRole('button', { name: actionsEn['plans.describe'].label, exact: true }).click()
  await form.locator('[name=nameEn]').fill('Two whole years')
  await plate('en', shopEn.typed).getByText('Two whole years').waitFor()
  await form.getByRole('button', { name: actionsEn['plans.set-price'].label, exact: true }).click()
  await page.reload()
  await expect.poll(() => price.inputValue()).toBe(after)
  await form.getByRole('button', { name: t.act.preview }).click()
  await form.getByRole('region', { name: t.act.would }).getByText(`¥${after}`).first().waitFor()
  const frame = `/console/preview-plan/zh-CN/plan-24?${new URLSearchParams({ action: 'plans.set-price', input: JSON.stringify({ currency: 'CNY', price: after }) }).toString()}`
  const answer = await page.request.get(frame)
  expect(answer.headers()['content-security-policy']).toContain("default-src 'none'")
  expect(await answer.text()).toContain(`¥${after}`)
  for (const [action, input] of [
    ['plans.set-price', '{"currency":"CNY","price":"0"}'],
    ['plans.set-price', '{"currency":'],
    ['plans.set-price', `{"currency":"CNY","price":"${after}","listPrice":"1"}`],
    ['plans.retire', '{}'],
    ['constructor', '{}'],
  ] as const) {
    const asItIs = await page.request.get(
      `/console/preview-plan/zh-CN/plan-24?${new URLSearchParams({ action, input }).toString()}`,
    )
    expect(await asItIs.text(), `${action} ${input}`).toContain(`¥${Number(before)}`)
  }
  const stranger = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  expect((await stranger.request.get(frame)).status()).toBe(401)
  expect((await page.request.get('/console/preview-plan/en/plan-none')).status()).toBe(404)
})

test.each([
  ['en', shopEn, 'Standard', 'Top'],
  ['zh-CN', shopZh, '标准', '顶级'],
] as const)(
  'a new price previews affiliate earnings and applicable promo codes of the plan (%s)',
  async (language, words, lowest, highest) => {
    const t = shellTexts[language]
    const code = `HANGS-${Date.now() % 1_000_000}-${language}`.toUpperCase()
    const forThis = ['--goods', 'plan-12', '--methods', 'card', '--first-purchase', '--max-uses', '9']
    await operate('promos', 'create', '--code', code, '--percent', '25', '--note', 'a test', ...forThis)
    const page = await openPage({ language, width: 'desktop', expected: refusals })
    await openConsole(page, language, 'finance', '/console/shop/plans#plan=plan-12')
    const earns = page.getByRole('region', { name: words.commission })
    // Commissions: 25 % and 20 % of $37.52 (¥268 at 0.14), and 100 % of $44.90 in the highest tier.
    const row = (name: string) => earns.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
    await row(lowest).getByText('$9.38').waitFor()
    await row(lowest).getByText('$7.50').waitFor()
    await row(highest).getByText('$44.90').waitFor()
    const promo = page.getByRole('region', { name: words.promos }).getByRole('row').filter({ hasText: code })
    await promo.getByText('¥201.00').waitFor()
    await promo.getByText(words.firstOnly).waitFor()
    await promo.getByText(words.used('0', '9')).waitFor()
    await page.goto('/console/shop/plans#plan=plan-1')
    await page.getByText('WELCOME10').waitFor()
    expect(await page.getByText(code).count()).toBe(0)

    await page.goto('/console/shop/plans#plan=plan-12')
    await promo.waitFor()
    await expect.poll(() => page.locator('[name=price]').inputValue()).toBe('268.00')
    await page.locator('[name=price]').fill('248')
    await page.getByRole('button', { name: t.act.preview }).click()
    const effects = page.getByRole('region', { name: t.act.would })
    await effects.getByRole('row').filter({ hasText: code }).getByText('¥186.00').waitFor()
    const renewal = effects.getByRole('row').filter({ hasText: lowest }).filter({ hasText: '20%' })
    await renewal.getByText('$7.50').waitFor()
    await renewal.getByText('$6.94').waitFor()
  },
)
