import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'
import { money } from '#shared/money.ts'
import { withFormerAccounts, type Former } from './former-account.ts'
import { BadNotification, ProviderRefused, ProviderSilent, type Fact, type PaymentProvider } from './port.ts'

const endedAt = new Date('2026-11-20T00:00:00Z')
const before = ulid(endedAt.getTime() - 60_000)
const after = ulid(endedAt.getTime() + 60_000)
const factOf = (attemptId: string) => ({ attemptId }) as Fact
const refOf = (id: string) => ({ id, amount: money(1, 'CNY'), providerRef: null })
const refundOf = (id: string) => ({
  refundId: 'r',
  ref: refOf(id),
  providerTxnId: 't',
  amount: { amountMinor: 1, currency: 'CNY' },
  reason: '',
})

/** Fake account at a provider. It knows the attempts in `known`, and accepts notifications that begin with its name. */
function account(name: string, known: readonly string[], asked: string[] = []): PaymentProvider {
  const answer = async <T>(id: string, value: T): Promise<T | 'not_found'> => {
    asked.push(name)
    return known.includes(id) ? value : 'not_found'
  }
  return {
    id: 'epay1',
    caps: { currencies: ['CNY'], canClose: true, partialRefund: true, minTtlSec: 1 },
    create: async () => ({ pay: { kind: 'qr', content: name }, providerRef: null }),
    parseNotification({ raw }) {
      const [signer, attemptId = ''] = Buffer.from(raw).toString().split(' ')
      if (signer !== name) throw new BadNotification('the signature is wrong')
      return { eventId: 'e', facts: [factOf(attemptId)] }
    },
    reply: () => ({ status: 200, body: name }),
    query: (ref) => answer(ref.id, [factOf(name)]),
    close: (ref) => answer(ref.id, 'closed'),
    queryRefund: ({ ref }) => answer(ref.id, 'pending'),
    async refund({ ref }) {
      if ((await answer(ref.id, name)) === 'not_found') throw new ProviderRefused('unknown order')
      return factOf(name)
    },
  }
}
const former = (more: Partial<Former> = {}): Former => ({
  provider: account('old', [before, after]),
  endedAt,
  isSameShop: false,
  ...more,
})
const notification = (text: string) => ({ raw: Buffer.from(text), headers: {}, now: null })
const arrived = (provider: PaymentProvider, text: string): string => {
  try {
    return provider.parseNotification(notification(text)).facts[0]?.attemptId ?? ''
  } catch (error) {
    if (error instanceof BadNotification) return 'refused'
    throw error
  }
}

describe('provider account with former keys', () => {
  it('accepts notifications with former keys only about payments that were begun before', () => {
    const provider = withFormerAccounts(account('new', []), [former()])
    expect(arrived(provider, `new ${after}`)).toBe(after)
    expect(arrived(provider, `old ${before}`)).toBe(before)
    expect(arrived(provider, `old ${after}`)).toBe('refused')
    expect(arrived(provider, 'old ')).toBe('refused')
    expect(arrived(provider, `other ${before}`)).toBe('refused')
  })

  it('asks a former merchant account only for earlier payments that the current one does not know', async () => {
    const provider = withFormerAccounts(account('new', [after]), [former()])
    expect(await provider.query(refOf(before))).toEqual([factOf('old')])
    expect(await provider.query(refOf(after))).toEqual([factOf('new')])
    expect(await provider.close(refOf(before))).toBe('closed')
    expect(await provider.queryRefund(refundOf(before))).toBe('pending')
    expect(await provider.refund(refundOf(before))).toEqual(factOf('old'))
    expect(await withFormerAccounts(account('new', []), [former()]).query(refOf(after))).toBe('not_found')
    await expect(withFormerAccounts(account('new', []), [former()]).refund(refundOf(after))).rejects.toThrow('refused')
  })

  it('never asks former keys of the same merchant, and refunds at no other merchant when the current one is silent', async () => {
    const asked: string[] = []
    const same = former({ provider: account('old', [before], asked), isSameShop: true })
    expect(await withFormerAccounts(account('new', []), [same]).query(refOf(before))).toBe('not_found')
    const silent = { ...account('new', []), refund: () => Promise.reject(new ProviderSilent('no answer')) }
    const other = former({ provider: account('old', [before], asked) })
    await expect(withFormerAccounts(silent, [other]).refund(refundOf(before))).rejects.toThrow(ProviderSilent)
    expect(asked).toEqual([])
  })

  it('a removed provider account ends its earlier payments and begins none', async () => {
    const removed = withFormerAccounts(null, [former({ isSameShop: true })])
    expect(arrived(removed, `old ${before}`)).toBe(before)
    expect(arrived(removed, `old ${after}`)).toBe('refused')
    expect(await removed.query(refOf(before))).toEqual([factOf('old')])
    await expect(removed.create({} as never)).rejects.toThrow(ProviderRefused)
  })

  it('serves a payment that a process began with the old keys before it saw the change', async () => {
    const meanwhile = ulid(endedAt.getTime() + 1_500)
    const old = former({ provider: account('old', [meanwhile]) })
    const provider = withFormerAccounts(account('new', []), [old])
    expect(arrived(provider, `old ${meanwhile}`)).toBe(meanwhile)
    expect(arrived(provider, `new ${meanwhile}`)).toBe(meanwhile)
    expect(await provider.query(refOf(meanwhile))).toEqual([factOf('old')])
    expect(await provider.refund(refundOf(meanwhile))).toEqual(factOf('old'))
    const begunWithNew = withFormerAccounts(account('new', [meanwhile]), [former()])
    expect(await begunWithNew.query(refOf(meanwhile))).toEqual([factOf('new')])
  })

  it('refuses former keys from one minute after their end on', () => {
    const provider = withFormerAccounts(account('new', []), [former()])
    const last = ulid(endedAt.getTime() + 59_999)
    expect(arrived(provider, `old ${last}`)).toBe(last)
    expect(arrived(provider, `old ${ulid(endedAt.getTime() + 60_000)}`)).toBe('refused')
  })
})
