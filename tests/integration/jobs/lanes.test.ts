import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJobs } from '#server/create-jobs.ts'
import { guardProvider, type Guard } from '#server/modules/payments/guard-provider.ts'
import { queueMessage } from '#server/modules/outbox/outbox.service.ts'
import { ProviderSilent, type PaymentProvider } from '#server/modules/payments/providers/port.ts'
import { laneLimits } from '#server/platform/job-lanes.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { createMessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { makeJobsDue, waitingJobs } from '../../support/jobs.ts'
import { openShop, type Placed, type Shop } from '../payments/payments.setup.ts'

let silence: { readonly over: Promise<void>; end: () => void } | null = null
let asked = 0
let guard: Guard | undefined
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ wrap: (provider) => (provider.id === 'alipay' ? muted(provider) : provider) })
})
afterAll(() => shop.close())

function muted(provider: PaymentProvider): PaymentProvider {
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    if (silence === null) return call()
    asked++
    await silence.over
    throw new ProviderSilent('no answer')
  }
  const silenced: PaymentProvider = {
    ...provider,
    query: (ref) => ask(() => provider.query(ref)),
    close: (ref) => ask(() => provider.close(ref)),
  }
  const guarded = guardProvider(silenced, { pauseMs: 1 })
  guard = guarded.guard
  return guarded.provider
}

const statusOf = async ({ orderId }: Placed) =>
  (await shop.rows<{ status: string }>('select status from orders where id = $1', [orderId]))[0]?.status

const active = () =>
  shop.rows<{ id: string; kind: string }>(
    `select id, data->>'kind' as kind from pgboss.job where name = 'alipay' and state = 'active'`,
  )

describe('unresponsive provider', () => {
  it('a hanging provider delays neither mail nor other providers, and its orders settle once it responds', async () => {
    const sent: string[] = []
    const { database } = shop.deps
    const messages = {
      ...createMessageDeps(shop.app.config, database, shop.deps.log),
      sendMail: async ({ to }: { to: string }) => void sent.push(to),
    }
    const payments = {
      ...shop.deps.payments,
      admit: (lane: string, free: number, running: number) =>
        lane === 'alipay' ? (guard?.admit(free, running) ?? free) : free,
    }
    const jobs = createJobs({ ...shop.deps, payments, messages })
    const stuck: Placed[] = []
    for (let n = 0; n < 8; n++) stuck.push(await shop.order())
    for (const placed of stuck) {
      await shop.visit(placed)
      await shop.closeWindow(placed)
    }
    let end = () => {}
    const over = new Promise<void>((resolve) => (end = resolve))
    silence = { over, end }
    await jobs.start()
    await expect.poll(() => asked).toBeGreaterThanOrEqual(4)
    // Recurring jobs, of which some are active now too, do not always ask the provider, and may end.
    const hanging = async () => (await active()).filter(({ kind }) => kind === 'expire-order')
    await expect.poll(async () => (await hanging()).length).toBeGreaterThan(0)
    const hung = await hanging()
    await expect.poll(async () => (await active()).length).toBe(laneLimits.alipay.slots)

    const mail = { channel: 'mail', template: 'password-changed', usefulUntil: null } as const
    const keyring = createKeyring(shop.app.config.secretKey)
    for (const to of ['one@example.com', 'two@example.com'])
      await database.transaction((tx) => queueMessage(tx, keyring, mail, { to, language: 'en', code: null }))
    jobs.nudge()
    await expect.poll(() => sent.toSorted()).toEqual(['one@example.com', 'two@example.com'])
    expect(await active()).toEqual(expect.arrayContaining(hung))
    const { fakeGateway } = shop.simulator.counters.wechat
    const told = await shop.order({ method: 'wechat' })
    fakeGateway.pay(fakeGateway.get(told.attemptId))
    await expect.poll(() => statusOf(told)).toBe('paid')
    const lost = await shop.order({ method: 'wechat' })
    fakeGateway.pay(fakeGateway.get(lost.attemptId), { notify: 0 })
    await shop.rows('update payment_attempts set next_query_at = now() where id = $1', [lost.attemptId])
    await expect.poll(() => statusOf(lost)).toBe('paid')
    for (const placed of stuck) expect(await statusOf(placed)).toBe('awaiting_payment')

    // The hanging queries fail; then the provider answers again, and pending jobs run automatically.
    silence = null
    end()
    await expect
      .poll(async () => {
        await shop.rows('update orders set next_expiry_try_at = now() where next_expiry_try_at is not null')
        await makeJobsDue(shop.rows)
        await shop.rows(`update job_schedules set next_run_at = now() where kind = 'expire-orders'`)
        return (await Promise.all(stuck.map(statusOf))).every((status) => status === 'expired')
      })
      .toBe(true)
    await jobs.stop()
    expect(guard?.isSilent()).toBe(false)
    expect((await waitingJobs(shop.rows, 'send-message')).length).toBe(0)
  })
})
