import { describe, expect, it } from 'vitest'
import { daysLeft, fillReply, hasPlaceholder, hasTag, situationsOf, unknownPlaceholders } from './replies.rules.ts'

const now = new Date('2026-11-30T12:00:00Z')
const after = (days: number) => new Date(now.getTime() + days * 86_400_000)
const facts = {
  brand: 'Wayfare',
  plan: null,
  daysLeft: '12',
  endsOn: null,
  orderNumber: 'A1',
  orderPlan: null,
  planLink: 'https://shop.example/pricing',
  ordersLink: 'https://shop.example/user/orders',
  appsLink: 'https://shop.example/download',
}

describe('canned reply', () => {
  it('fills placeholders with facts, also with spaces and twice', () => {
    expect(fillReply('{{ orderNumber }}: {{daysLeft}} days, {{orderNumber}}', facts)).toEqual({
      text: 'A1: 12 days, A1',
      missing: [],
    })
  })

  it('keeps placeholders without a value in the text and lists each once', () => {
    expect(fillReply('{{plan}} until {{endsOn}}, {{plan}}', facts)).toEqual({
      text: '{{plan}} until {{endsOn}}, {{plan}}',
      missing: ['plan', 'endsOn'],
    })
  })

  it('fills a value literally, even if it looks like a replacement pattern', () => {
    expect(fillReply('{{brand}}!', { ...facts, brand: '$& {{plan}}' }).text).toBe('$& {{plan}}!')
  })

  it('finds placeholders that are left, but no other braces', () => {
    expect(['{{plan}}', 'a {{ endsOn }} b'].map(hasPlaceholder)).toEqual([true, true])
    expect(['{plan}', '{{name}}', '{{}}', 'plan'].map(hasPlaceholder)).toEqual([false, false, false, false])
  })

  it('names placeholders that do not exist', () => {
    expect(unknownPlaceholders('{{plan}} {{email}} {{email}} {{}}')).toEqual(['email', ''])
  })

  it('recognises HTML tags, but no comparisons', () => {
    expect(['<b>x', '</p>', '<a href="x">'].map(hasTag)).toEqual([true, true, true])
    expect(['a < b', '1 <2> 3', '->'].map(hasTag)).toEqual([false, false, false])
  })

  it('counts a begun day as a day left', () => {
    expect([after(0.1), after(1), after(1.5)].map((end) => daysLeft(end, now))).toEqual([1, 1, 2])
  })
})

describe('situation of a customer', () => {
  const nothing = { now, expiresAt: null, openReviews: 0, order: null, isPanelBehind: false }
  const paid = { createdAt: after(-1), paidAt: after(-1) }

  it('suggests nothing to a customer without orders or membership', () => {
    expect(situationsOf(nothing)).toEqual([])
  })

  it('the payment of a recently paid order of a member counts as arrived, unless it is being checked', () => {
    const member = { ...nothing, expiresAt: after(30), order: paid }
    expect(situationsOf(member)).toEqual(['payment-arrived'])
    expect(situationsOf({ ...member, openReviews: 1 })).toEqual(['payment-held'])
    expect(situationsOf({ ...member, order: { createdAt: after(-3), paidAt: after(-3) } })).toEqual([])
    expect(situationsOf({ ...member, order: { createdAt: after(-9), paidAt: after(-2.9) } })).toEqual([
      'payment-arrived',
    ])
  })

  it('a recent order without a payment is missing one, also after the membership has ended', () => {
    const order = { createdAt: after(-1), paidAt: null }
    expect(situationsOf({ ...nothing, order })).toEqual(['payment-missing'])
    expect(situationsOf({ ...nothing, order, openReviews: 1 })).toEqual(['payment-held'])
    expect(situationsOf({ ...nothing, order: { ...order, createdAt: after(-3) } })).toEqual([])
    expect(situationsOf({ ...nothing, order, expiresAt: now })).toEqual(['payment-missing', 'membership-ended'])
  })

  it('does not suggest that a payment arrived when the customer paid but has no membership time', () => {
    expect(situationsOf({ ...nothing, order: paid })).toEqual([])
    expect(situationsOf({ ...nothing, order: paid, expiresAt: after(-1) })).toEqual(['membership-ended'])
  })

  it('tells that an app fails while a VPN panel is behind', () => {
    expect(situationsOf({ ...nothing, expiresAt: after(3), isPanelBehind: true })).toEqual(['app-fails'])
  })
})
