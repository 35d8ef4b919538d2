import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'

let shop: TestApp
let desk: OperatorDesk
let browser: ConsoleBrowser
beforeAll(async () => {
  shop = await createTestApp()
  desk = await OperatorDesk.open(shop.db, shop.config)
  const owner = await desk.firstOwner()
  browser = new ConsoleBrowser(shop.app, shop.config.publicOrigin)
  await browser.signIn({ name: owner.name, secret: owner.secret, code: await desk.code(owner) })
  await shop.db.asOwner('update operator_sessions set factor_at = now()')
})
afterAll(async () => {
  await desk.close()
  await shop.close()
})

const chinese = { headers: { language: 'zh_CN' } }
const english = { headers: { language: 'en' } }
const preview = (input: Record<string, unknown>, sent = chinese) =>
  browser.act('people.block', { input, mode: 'preview' }, sent)

it('a refusal is in the page language and names the invalid field', async () => {
  const input = { user: '999999999', reason: 'x' }
  expect((await preview(input)).data.message).toBe('没有账号匹配“999999999”。')
  expect((await preview(input, english)).data.message).toBe('No account matches “999999999”.')
  const missing = (await preview({ user: '1' })).data
  expect([missing.message, missing.field]).toEqual(['请填写 {reason}。', 'reason'])
})

it('the reason for two operators is translated in the preview and with the proposal, per reader', async () => {
  const limits = { input: { redeemCodes: 7, reason: 'x' }, mode: 'preview' } as const
  const seen = (await browser.act('limits.change', limits, chinese)).data
  expect(seen.takesTwo).toBe('单人限额须由两位运营人员设置。')
  const made = await browser.act('limits.change', { ...limits, mode: 'act', seen: String(seen.seen) }, chinese)
  const id = made.data.proposal?.id
  expect(made.data.proposal?.why).toBe('单人限额须由两位运营人员设置。')
  const show = (sent: typeof chinese) => browser.act('approvals.show', { input: { id }, mode: 'read' }, sent)
  expect((await show(chinese)).data.output).toMatchObject({ why: '单人限额须由两位运营人员设置。' })
  expect((await show(english)).data.output).toMatchObject({ why: 'Two operators must set the limits of one operator.' })
})
