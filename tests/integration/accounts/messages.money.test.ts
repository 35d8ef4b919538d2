import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { createJobRunner } from '#server/platform/job-runner.ts'
import { createMessageDeps, type MessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { accountJobs } from '#server/workflows/jobs/account-jobs.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { openIdentity, type IdentityTest } from '../../support/identity.ts'
import { makeJobsDue } from '../../support/jobs.ts'
import { giveAddress, listTold } from '../../support/sent-messages.ts'
import { openCompany, type Bought, type Company } from '../affiliates/affiliates.setup.ts'
import { createGate } from '../payments/payments.setup.ts'

let test: IdentityTest
let company: Company
let count = 0
beforeAll(async () => {
  test = await openIdentity()
  company = openCompany(test.db)
})
afterAll(() => test.close())

const told = async (userId: string) => (await listTold(test.db.asOwner, userId)).map(({ template }) => template)

async function buyer(language = 'en') {
  const person = await company.person()
  const address = `buyer${count++}@example.com`
  await giveAddress(test.db.asOwner, person.userId, address, language)
  const order = await company.order(person)
  const mails = () => test.messagesTo(address)
  return { ...person, order, address, mails }
}
const refunded = (order: Bought, minor: number, refundId: string | null = null): Fact =>
  company.fact(order, 'refunded', minor, refundId)

describe('receipt message', () => {
  it("a receipt is sent once as text and HTML in the account's language", async () => {
    const { order, mails } = await buyer('zh-CN')
    await company.pay(order)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail!.subject).toBe('收据：¥268，12 个月')
    expect(mail!.from).toMatch(/^畅行 </)
    expect(mail!.text).toMatch(/付款成功：12 个月[\s\S]*支付宝付款 ¥268[\s\S]*会员有效期至/)
    expect(mail!.html).toContain('<html lang="zh-CN">')
  })

  it('a receipt is not sent again when the payment is reported again or concurrently', async () => {
    const { userId, order, mails } = await buyer()
    const paid = company.fact(order, 'paid', order.totalMinor)
    const again = (source: 'query' | 'notification') =>
      test.db.database.transaction((tx) => applyPaymentFacts(tx, { orderId: order.orderId, facts: [paid], source }))
    const gate = createGate()
    const first = test.db.database.transaction(async (tx) => {
      await applyPaymentFacts(tx, { orderId: order.orderId, facts: [paid], source: 'notification' })
      await gate.pass()
    })
    await gate.arrived
    const others = [again('query'), again('notification')]
    gate.open()
    await Promise.all([first, ...others])
    await again('query')
    expect(await told(userId)).toEqual(['receipt'])
    expect(await mails()).toHaveLength(1)
  })

  it('a rolled-back payment sends no receipt', async () => {
    const { userId, order } = await buyer()
    const facts = [company.fact(order, 'paid', order.totalMinor)]
    const cut = test.db.database.transaction(async (tx) => {
      await applyPaymentFacts(tx, { orderId: order.orderId, facts, source: 'query' })
      throw new Error('the line is cut')
    })
    await expect(cut).rejects.toThrow('the line is cut')
    expect(await told(userId)).toEqual([])
  })

  it('a database constraint allows one receipt per payment', async () => {
    const { userId, order } = await buyer()
    await company.pay(order)
    const insert = `insert into outbox_messages (id, channel, template, user_id, event, facts)
      select gen_random_uuid(), channel, template, user_id, event, facts from outbox_messages where user_id = $1`
    await expect(test.db.asOwner(insert, [userId])).rejects.toThrow('outbox_messages_event')
  })

  it('two concurrent workers send a message once', async () => {
    const { order, address } = await buyer()
    await company.pay(order)
    await makeJobsDue(test.db.asOwner)
    const log = pino({ level: 'silent' })
    const deps = createMessageDeps(test.config, test.db.database, log)
    const workerWith = (sendMail: MessageDeps['sendMail']) =>
      createJobRunner({
        database: test.db.database,
        log,
        handlers: accountJobs({ ...deps, sendMail }),
        schedules: [],
      })
    // The second worker looks for jobs while the first one is sending.
    const gate = createGate()
    const first = workerWith(async (mail) => {
      await gate.pass()
      await deps.sendMail?.(mail)
    }).drain()
    await gate.arrived
    await workerWith(deps.sendMail).drain()
    gate.open()
    await first
    expect(test.outbox.messages.filter(({ to }) => to === address)).toHaveLength(1)
  })
})

describe('refund message', () => {
  it('a partial refund message states the amounts, and that the membership stays', async () => {
    const { order, mails } = await buyer()
    await company.pay(order)
    await company.settle(order.orderId, [refunded(order, 6_000)])
    const mail = (await mails()).find(({ subject }) => subject.includes('went back'))
    expect(mail!.subject).toBe('¥60.00 went back to you')
    expect(mail!.text).toMatch(/You paid ¥208\.00 in the end\. Your membership still runs to/)
    expect(mail!.text).toMatch(/Paid: ¥268\.00\nRefunded: −¥60\.00\nIn the end: ¥208\.00/)
  })

  it('two partial refunds are notified with their own amounts, and a repeated one is not', async () => {
    const { userId, order } = await buyer()
    await company.pay(order)
    const first = refunded(order, 6_000, 'a')
    const second = refunded(order, 20_800, 'b')
    for (const facts of [[first], [first], [second], [first, second]]) await company.settle(order.orderId, facts)
    const refunds = (await listTold(test.db.asOwner, userId)).filter(({ template }) => template === 'refund')
    expect(refunds.map(({ facts }) => [facts.amountMinor, facts.refundedMinor, facts.paidMinor, facts.why])).toEqual([
      [6_000, 6_000, 26_800, 'part'],
      [20_800, 26_800, 26_800, 'whole'],
    ])
  })

  it('a full refund message says that the time was taken back', async () => {
    const { order, mails } = await buyer()
    await company.pay(order)
    await company.refund(order)
    const mail = (await mails()).find(({ subject }) => subject.includes('went back'))
    expect(mail!.text).toContain('That is the full amount. The time it bought was removed. Your membership has ended.')
  })

  it('a refund of a duplicate payment says so, and counts both payments', async () => {
    const { userId, order } = await buyer()
    await company.pay(order)
    const twice = { ...company.fact(order, 'paid', order.totalMinor), providerTxnId: 'second', at: new Date() }
    await company.settle(order.orderId, [twice])
    const back = { ...refunded(order, order.totalMinor), providerTxnId: 'second' }
    await company.settle(order.orderId, [back])
    const [refund] = (await listTold(test.db.asOwner, userId)).filter(({ template }) => template === 'refund')
    expect(refund!.facts).toMatchObject({ why: 'twice', amountMinor: 26_800, paidMinor: 53_600, refundedMinor: 26_800 })
    expect(await told(userId)).toEqual(['receipt', 'refund'])
  })

  it('a failed refund is notified with its amount', async () => {
    const { order, mails } = await buyer()
    await company.pay(order)
    await company.settle(order.orderId, [company.fact(order, 'refund_failed', 6_000, 'r1')])
    const mail = (await mails()).find(({ subject }) => subject === 'We’re handling your refund by hand')
    expect(mail!.text).toMatch(
      /¥60\.00 did not reach Alipay\. You’ll hear from us by \d\d:\d\d\sUTC on \d+\s\w+\. The money stays yours\./,
    )
  })
})

describe('payment under review', () => {
  it('a payment of a wrong amount is notified with both amounts, and its refund as unused money', async () => {
    const { userId, order, mails } = await buyer()
    const odd = company.fact(order, 'paid', 26_799)
    await company.settle(order.orderId, [odd])
    await company.settle(order.orderId, [odd])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail!.subject).toBe('We’re checking your payment')
    expect(mail!.text).toContain('We received ¥267.99 instead of ¥268.00.')
    await company.settle(order.orderId, [refunded(order, 26_799)])
    const [, refund] = await listTold(test.db.asOwner, userId)
    expect(refund!.facts).toMatchObject({ why: 'unused', amountMinor: 26_799 })
  })

  it('a disputed payment is notified as a claim of the bank', async () => {
    const { order, mails } = await buyer()
    await company.pay(order)
    await company.dispute(order)
    expect((await mails()).map(({ subject }) => subject)).toContain('Your bank asked for its money back')
  })
})
