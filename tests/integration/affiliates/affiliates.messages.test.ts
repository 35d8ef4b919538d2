import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPayoutCheck } from '#server/workflows/crypto/check-payout.ts'
import {
  approvePreparedPayout,
  decideApplication,
  holdCommission,
  perform,
  preparePayouts,
  recordPayoutPaid,
} from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { registerThroughApi } from '../../support/app.ts'
import { openIdentity, type IdentityTest } from '../../support/identity.ts'
import { giveAddress, listTold } from '../../support/sent-messages.ts'
import { openCompany, type Bought, type Company } from './affiliates.setup.ts'

let test: IdentityTest
let company: Company
let count = 0
beforeAll(async () => {
  test = await openIdentity()
  company = openCompany(test.db)
})
afterAll(() => test.close())

const password = 'correct horse 42'
const form = {
  channel: 'https://blog.example',
  audience: 'Travellers',
  message: 'I write about trains.',
  contact: 'me@example.com',
  agreed: true,
}
async function affiliate(language = 'en') {
  const { token, uid } = await registerThroughApi(test, `aff-${process.pid}-${count++}`, password)
  const [row] = await test.db.asOwner<{ userId: string; inviteCode: string }>(
    'select id as "userId", invite_code as "inviteCode" from users where uid = $1',
    [uid],
  )
  const address = `aff${count}@example.com`
  await giveAddress(test.db.asOwner, row!.userId, address, language)
  await test.call('/api/system/system_affiliate_apply', form, { token })
  await decideApplication(test.db.database, { userId: row!.userId, operator: ada }, null)
  return { ...row!, token, uid, address }
}
const told = async (userId: string) => (await listTold(test.db.asOwner, userId)).map(({ template }) => template)
const tron = ['TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'] as const

describe('messages to affiliates', () => {
  it('an approved applicant gets a message with terms and link', async () => {
    const { address, inviteCode, userId } = await affiliate()
    const [mail] = await test.messagesTo(address)
    expect(mail!.subject).toBe('You’re in: your link is ready')
    expect(mail!.text).toContain('25% of a first order, 20% of renewals. Once $100 or more is past its 14 days on hold')
    expect(mail!.text).toContain('First add a payout address.')
    expect(mail!.text).toContain(`?r=${inviteCode}`)
    expect(await told(userId)).toEqual(['aff-approved'])
  })

  it('an affiliate is notified of the first commission only, and can unsubscribe', async () => {
    const { userId, inviteCode, address } = await affiliate()
    const orders = await Promise.all(
      [1, 2, 3].map(async () => company.order(await company.come(inviteCode), { totalMinor: 4_490, currency: 'USD' })),
    )
    await Promise.all(orders.map((order) => company.pay(order)))
    await Promise.all(orders.map((order) => company.pay(order)))
    expect((await told(userId)).filter((template) => template === 'aff-first')).toHaveLength(1)
    const mail = (await test.messagesTo(address)).find(({ subject }) => subject.includes('first commission'))
    expect(mail!.subject).toBe('Your first commission: $11.22')
    expect(mail!.text).toMatch(/Someone bought 12 months through your link\. It is on hold until \d+.\w{3}/)
    expect(mail!.text).toContain('/mails/stop/')
    await test.db.asOwner(`delete from outbox_messages where user_id = $1`, [userId])
    await company.pay(await company.order(await company.come(inviteCode), { totalMinor: 4_490, currency: 'USD' }))
    expect(await told(userId)).toEqual([])
  })

  it('an affiliate is notified of a payout when its transaction is recorded', async () => {
    const { userId, inviteCode, address } = await affiliate('zh-CN')
    await test.db.asOwner(`update affiliates set payout_chain = 'tron', payout_address = $2 where user_id = $1`, [
      userId,
      tron[0],
    ])
    await company.buy(await company.come(inviteCode), { totalMinor: 75_640, currency: 'USD' })
    await company.passMonth()
    const now = new Date()
    const period = `${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)}-01`
    await preparePayouts(test.db.database, { period, operator: ada })
    const [payout] = await test.db.asOwner<{ id: string }>('select id from settlements where affiliate_id = $1', [
      userId,
    ])
    await approvePreparedPayout(test.db.database, payout!.id, ben)
    expect(await told(userId)).not.toContain('aff-payout')
    expect((await told(userId)).filter((template) => template === 'aff-prepared')).toHaveLength(1)
    const hash = randomBytes(32).toString('hex')
    await recordPayoutPaid(test.db.database, createPayoutCheck(null), { id: payout!.id, hash, operator: ben })
    const mail = (await test.messagesTo(address)).find(({ subject }) => subject.startsWith('已打款'))
    expect(mail!.subject).toBe('已打款 $189.10')
    expect(mail!.text).toContain(`已打到 TRON 上尾号 ${tron[0].slice(-4)} 的 USDT 地址。${period.slice(0, 7)} 对账单`)
    expect(mail!.text).toContain(hash)
  })

  it('an affiliate is notified of a prepared payout with amount, month and what it waits for', async () => {
    const { userId, inviteCode, address } = await affiliate()
    const other = await affiliate('zh-CN')
    await test.db.asOwner(
      `update affiliates set payout_chain = 'tron', payout_address = $2, payout_rests_until = now() + interval '1 day' where user_id = $1`,
      [other.userId, tron[0]],
    )
    for (const code of [inviteCode, other.inviteCode])
      await company.buy(await company.come(code), { totalMinor: 75_640, currency: 'USD' })
    await company.passMonth()
    const now = new Date()
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
    const pages = { affiliates: 200, few: 0, step: 10 }
    await preparePayouts(test.db.database, { period: `${month}-01`, operator: ada, pages })
    await preparePayouts(test.db.database, { period: `${month}-01`, operator: ada })
    expect((await told(userId)).filter((template) => template === 'aff-prepared')).toHaveLength(1)
    const mail = (await test.messagesTo(address)).find(({ subject }) => subject.startsWith('Your payout for'))
    expect(mail!.subject).toBe(`Your payout for ${month}: $189.10`)
    expect(mail!.text).toContain('tell us the USDT address')
    const mails = (await test.messagesTo(other.address)).filter(({ subject }) => subject.includes('已结算'))
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('再由另一位同事核对')
    expect(mails[0]!.text).toContain('不早于')
  })

  it('an affiliate is notified of a cancelled payout without the internal reason', async () => {
    const { userId, inviteCode, address } = await affiliate()
    await company.buy(await company.come(inviteCode), { totalMinor: 75_640, currency: 'USD' })
    await company.passMonth()
    const now = new Date()
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
    await preparePayouts(test.db.database, { period: `${month}-01`, operator: ada })
    const [payout] = await test.db.asOwner<{ id: string }>('select id from settlements where affiliate_id = $1', [
      userId,
    ])
    const cancel = () =>
      perform(test.db.database, 'payouts.cancel', { id: payout!.id, reason: 'a slip of ours' }, { operator: ben })
    await cancel()
    await expect(cancel()).rejects.toThrow(/so it cannot be cancelled/)
    expect((await told(userId)).filter((template) => template === 'aff-cancelled')).toHaveLength(1)
    const mail = (await test.messagesTo(address)).find(({ subject }) => subject.includes('is not sent'))
    expect(mail!.subject).toBe(`Your payout for ${month} is not sent: $189.10`)
    expect(mail!.text).toContain('its commissions wait for the next one')
    expect(mail!.text).not.toContain('a slip of ours')
  })

  it('an affiliate is notified once of each suspension and resumption in their language', async () => {
    const { userId, uid, address } = await affiliate('zh-CN')
    const suspend = (reason: string, preview = false) =>
      perform(test.db.database, 'affiliates.suspend', { user: String(uid), reason }, { preview })
    const resume = () => perform(test.db.database, 'affiliates.resume', { user: String(uid) })
    await suspend('Bought by yourself.', true)
    await expect(resume()).rejects.toThrow('is not suspended')
    expect(await told(userId)).toEqual(['aff-approved'])
    await suspend('Bought by yourself.')
    await expect(suspend('Bought by yourself.')).rejects.toThrow('is suspended with exactly this reason already')
    await resume()
    await expect(resume()).rejects.toThrow('is not suspended')
    expect((await told(userId)).toSorted()).toEqual(['aff-approved', 'aff-resumed', 'aff-suspended'])
    const mails = await test.messagesTo(address)
    const stopped = mails.find(({ subject }) => subject === '你的推广账号已暂停')
    expect(stopped!.text).toContain('暂停期间的新订单不计佣金，也不打款')
    expect(stopped!.text).toContain('Bought by yourself.')
    expect(mails.find(({ subject }) => subject === '你的推广账号已恢复')!.text).toContain('新订单照常计佣金')
  })

  it('an affiliate is notified once per reason when commissions are held', async () => {
    const { userId, inviteCode, address } = await affiliate()
    const orders: Bought[] = []
    for (let made = 0; made < 3; made++)
      orders.push(await company.buy(await company.come(inviteCode), { totalMinor: 4_490, currency: 'USD' }))
    const hold = ({ orderId }: Bought, reason: string | null) =>
      holdCommission(test.db.database, { orderId, operator: ada }, reason)
    for (const order of orders) await hold(order, 'Whose card is it?')
    await hold(orders[0]!, null)
    await hold(orders[0]!, 'Whose card is it?')
    const held = async () =>
      (await test.messagesTo(address)).filter(({ subject }) => subject === 'A commission is being checked')
    expect((await held()).map(({ text }) => text)).toEqual([expect.stringContaining('Whose card is it?')])
    await hold(orders[1]!, 'Please write to us.')
    expect(await held()).toHaveLength(2)
    expect((await told(userId)).filter((template) => template === 'aff-held')).toHaveLength(2)
    await company.refund(orders[2]!)
    await hold(orders[2]!, 'Another reason.')
    expect(await held()).toHaveLength(2)
  })

  it('an affiliate is notified of a changed payout wallet address, and approvals wait 72 hours after a change', async () => {
    const { userId, token, inviteCode, address } = await affiliate()
    const set = (to: string) =>
      test.call('/api/system/system_affiliate_payout', { chain: 'tron', address: to, password }, { token })
    expect((await set(tron[0])).status).toBe('OK')
    expect((await set(tron[0])).status).toBe('OK')
    const first = (await test.messagesTo(address)).find(({ subject }) => subject === 'Your payout address is set')
    expect(first!.text).toContain('Payouts rest for 72 hours.')
    expect((await set(tron[1])).status).toBe('OK')
    const mail = (await test.messagesTo(address)).find(({ subject }) => subject.endsWith('was changed'))
    expect(mail!.text).toContain(`From …${tron[0].slice(-4)} to …${tron[1].slice(-4)} on TRON`)
    expect(mail!.text).toContain('Payouts rest for 72 hours.')
    expect(mail!.text).toMatch(/Next payout: not before \d\d:\d\d.UTC on /)
    expect((await told(userId)).filter((template) => template === 'payout-changed')).toHaveLength(2)

    await company.buy(await company.come(inviteCode), { totalMinor: 75_640, currency: 'USD' })
    await company.passMonth()
    const now = new Date()
    const period = `${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)}-01`
    await preparePayouts(test.db.database, { period, operator: ada })
    const [payout] = await test.db.asOwner<{ id: string }>('select id from settlements where affiliate_id = $1', [
      userId,
    ])
    await expect(approvePreparedPayout(test.db.database, payout!.id, ben)).rejects.toThrow(
      /The payout address was changed/,
    )
    await test.db.asOwner(
      `update affiliates set payout_rests_until = payout_rests_until - interval '72 hours' where user_id = $1`,
      [userId],
    )
    await approvePreparedPayout(test.db.database, payout!.id, ben)
  })

  it('a new payout wallet address is also reported by SMS and asks for a TOTP code where it is enabled', async () => {
    const { token, userId } = await affiliate()
    await test.db.asOwner(
      `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at) values ($1, 'phone', '+8613800138000', '+8613800138000', now())`,
      [userId],
    )
    const { secret } = (await test.call('/api/user/user_totp_begin', { password }, { token })).data
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await test.call('/api/user/user_totp_confirm', { code: code() }, { token })
    await test.db.asOwner('update totp_factors set last_step = 0 where user_id = $1', [userId])
    const set = (more: object) =>
      test.call(
        '/api/system/system_affiliate_payout',
        { chain: 'tron', address: tron[0], password, ...more },
        { token },
      )
    for (const wrong of [{}, { code: '000000' }])
      expect((await set(wrong)).data).toMatchObject({ fields: { code: expect.any(String) } })
    expect(await told(userId)).not.toContain('payout-changed')
    expect((await set({ code: code() })).status).toBe('OK')
    expect(await told(userId)).toContain('payout-changed')
    const sms = await test.db.asOwner(
      `select template from outbox_messages where channel = 'sms' and template = 'payout-address'`,
    )
    expect(sms).toHaveLength(1)
  })
})
