import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { settingNames, type SettingName } from '#shared/setting-names.ts'
import type { ActionInput, ActionName } from '#shared/contract/operator.ts'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { keptSetting } from '#server/workflows/catalog/change-settings.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openShop, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.rows(`delete from settings where key in ('pausedMethods', 'notice', 'refundDays')`))
afterAll(() => shop.close())

const act = <N extends ActionName>(name: N, input: ActionInput<N>, preview = false) =>
  perform(shop.app.db.database, name, input, { config: shop.app.config, preview })
const site = () => loadSiteData(shop.app.db.database, shop.app.config, shop.app.payments.offers)
const offered = async () => (await site()).methods.map(({ method }) => method)
const why = { reason: 'the provider is down' }

it('every setting states its current value to its form, also one that is not set', async () => {
  await shop.rows(`delete from settings where key in ('chat', 'notice')`)
  const kept = async (setting: SettingName) =>
    (
      await shop.deps.database.transaction((tx) =>
        keptSetting(tx, { setting }, { ...shop.deps, config: shop.app.config, emit: () => {} }),
      )
    ).values
  for (const setting of settingNames) expect(await kept(setting), setting).toEqual({ value: expect.any(String) })
  expect(await kept('chat')).toEqual({ value: 'null' })
})

describe('paused payment method', () => {
  it('a paused payment method disappears from pages and account at once, without a restart', async () => {
    const before = await offered()
    expect(before).toContain('alipay')
    const { left } = await act('methods.pause', { method: 'alipay', ...why })
    expect(left.split(', ')).toEqual(expect.not.arrayContaining(['alipay']))
    expect(await offered()).toEqual(before.filter((method) => method !== 'alipay'))
    const { data } = await shop.app.call('/api/system/system_client_config', {})
    expect(data.methods.map(({ method }) => method)).not.toContain('alipay')
    await act('methods.resume', { method: 'alipay', ...why })
    expect(await offered()).toEqual(before)
  })

  it('a paused payment method takes no new orders or attempts, and open attempts can still be paid', async () => {
    const begun = await shop.order()
    await shop.visit(begun)
    await act('methods.pause', { method: 'alipay', ...why })
    await expect(shop.order()).rejects.toThrow('MethodNotOffered')
    await shop.switchboard('POST', `alipay/bills/${begun.attemptId}/pay`, { notify: 0 })
    const attempt = await findAttempt(shop.deps.database, begun.attemptId)
    expect(attempt && (await reconcileAttempt(shop.deps, attempt))).toBe('settled')
    expect((await shop.books(begun)).status).toBe('paid')
  })

  it('the preview of a pause counts the orders that can still be paid by it', async () => {
    await shop.order()
    const { openOrders } = await act('methods.pause', { method: 'alipay', ...why }, true)
    expect(openOrders).toBeGreaterThan(0)
    expect(await offered()).toContain('alipay')
    const { methods } = await act('methods.list', {})
    expect(methods.find(({ method }) => method === 'alipay')).toEqual({
      method: 'alipay',
      state: 'offered',
      openOrders,
    })
  })

  it('pausing twice or resuming an active method is refused', async () => {
    await act('methods.pause', { method: 'alipay', ...why })
    await expect(act('methods.pause', { method: 'alipay', ...why })).rejects.toThrow('alipay is not offered.')
    await expect(act('methods.resume', { method: 'card', ...why })).rejects.toThrow('card is not paused.')
  })

  it('two methods paused at the same moment are both paused', async () => {
    await Promise.all([
      act('methods.pause', { method: 'alipay', ...why }),
      act('methods.pause', { method: 'wechat', ...why }),
    ])
    expect(await offered()).toEqual(expect.not.arrayContaining(['alipay', 'wechat']))
  })
})

describe('site notice', () => {
  const words = { en: 'A node moves tonight.', zh: '今晚迁移节点。' }

  it('a notice is shown until it is cleared', async () => {
    await act('notice.set', words)
    expect((await site()).notice).toEqual({ en: words.en, 'zh-CN': words.zh })
    await act('notice.clear', {})
    expect((await site()).notice).toBeNull()
    await expect(act('notice.clear', {})).rejects.toThrow('There is no notice on the pages.')
  })

  it('a notice disappears when its time is over', async () => {
    await act('notice.set', { ...words, until: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await site()).notice).toMatchObject({ en: words.en })
    await shop.rows(
      `update settings set value = jsonb_set(value, '{until}', to_jsonb('2026-01-01T00:00:00.000Z'::text)) where key = 'notice'`,
    )
    expect((await site()).notice).toBeNull()
    await expect(act('notice.show', {})).rejects.toThrow('There is no notice on the pages.')
  })

  it.each([
    ['must be in the future', { ...words, until: '2026-01-01' }],
    ['200 characters', { ...words, en: 'x'.repeat(201) }],
  ])('a site notice is refused with the reason "%s"', async (message, input) => {
    await expect(act('notice.set', input)).rejects.toThrow(message)
  })
})

describe('settings', () => {
  it('a setting can be shown and changed by name, and pages see it at once', async () => {
    const { settings } = await act('settings.show', {})
    expect(settings.map(({ setting }) => setting)).toEqual(expect.arrayContaining(['brand', 'refundDays', 'notice']))
    const before = settings.find(({ setting }) => setting === 'refundDays')?.value
    const changed = await act('settings.set', { setting: 'refundDays', value: '21', reason: 'spring' })
    expect(changed).toEqual({
      setting: 'Refund period, in days',
      changes: [{ name: 'Refund period, in days', before: String(before), after: '21' }],
    })
    expect((await site()).refundDays).toBe(21)
  })

  it.each([
    ['refundDays', '0', 'Refund period, in days must be a whole number from 1'],
    ['refundDays', 'soon', 'is not JSON'],
    ['refundDays', '"7"', 'Refund period, in days must be'],
    ['seller', '{"name":""}', 'Seller must be 1 to 120 characters long'],
    ['links', '{"forum":"https://forum.example"}', 'links.forum is not known. Known are blog'],
    ['operatorLimits', '{}', 'There is no setting operatorLimits'],
    ['pausedMethods', '[]', 'There is no setting pausedMethods'],
    ['affiliateTerms', '{}', 'There is no setting affiliateTerms'],
    ['canaryKey', '"x"', 'There is no setting canaryKey'],
    ['__proto__', '{}', 'There is no setting __proto__'],
    ['constructor', '{}', 'There is no setting constructor'],
  ])('the setting %s cannot become %s', async (setting, value, message) => {
    await expect(act('settings.set', { setting: setting as SettingName, value, reason: 'x' })).rejects.toThrow(message)
  })

  it('setting the current value again is refused', async () => {
    await act('settings.set', { setting: 'refundDays', value: '21', reason: 'x' })
    await expect(act('settings.set', { setting: 'refundDays', value: '21', reason: 'x' })).rejects.toThrow('already')
  })
})
