import { describe, expect, it, test } from 'vitest'
import {
  attemptStates,
  chainStates,
  decideOutcome,
  groupStates,
  mayStillChange,
  orderOutcomes,
  orderStatuses,
  plainLook,
  type Look,
  type OrderOutcome,
  type OutcomeFacts,
} from './order-outcome.ts'

const unpaid: OutcomeFacts = {
  status: 'awaiting_payment',
  amountMinor: 4_490,
  receivedMinor: 0,
  refundedMinor: 0,
  refundingMinor: 0,
  attempt: 'open',
  isLate: false,
  disputedMinor: 0,
  stuckMinor: 0,
  token: null,
  group: null,
}
const paid: OutcomeFacts = { ...unpaid, status: 'paid', receivedMinor: 4_490 }
const owner = plainLook(true)
const back = { ...owner, cameBack: 'paid' } as const
const stranger = { ...owner, isOwner: false }
const closed = plainLook(false)

describe('order outcome', () => {
  it.each<[OrderOutcome, Partial<OutcomeFacts>, Look]>([
    ['elsewhere', paid, stranger],
    ['elsewhere-wait', unpaid, stranger],
    ['elsewhere-other', { status: 'refunded' }, stranger],
    ['open', {}, owner],
    ['declined', { attempt: 'refused' }, owner],
    ['declined', { attempt: 'refused' }, { ...owner, cameBack: 'unpaid' }],
    ['back', {}, { ...owner, cameBack: 'unpaid' }],
    ['back', { attempt: 'ended' }, owner],
    ['back', { attempt: 'ended' }, back],
    // Buyers who returned before the notification read "not successful, try again" and paid twice
    // (mollie/PrestaShop#1442).
    ['checking', {}, back],
    // A QR code stayed on the page after its end, when nobody could pay by it (MirrorChyan/user-frontend#84).
    ['checking', {}, closed],
    ['checking', { attempt: 'ended' }, closed],
    ['slow', {}, { ...back, isSlow: true }],
    ['c-seen', { token: { state: 'seen' } }, owner],
    ['c-seen', { token: { state: 'seen' } }, { ...owner, cameBack: 'unpaid' }],
    ['c-seen', { token: { state: 'seen' }, status: 'expired' }, closed],
    ['c-short', { token: { state: 'short' }, receivedMinor: 3_800 }, owner],
    ['c-late', { token: { state: 'short' }, receivedMinor: 3_800 }, closed],
    ['free', { ...paid, amountMinor: 0, receivedMinor: 0 }, owner],
    ['late', { ...paid, isLate: true }, closed],
    ['paid', paid, closed],
    ['paid', paid, { ...owner, cameBack: 'unpaid' }],
    ['c-over', { ...paid, token: { state: 'over' }, receivedMinor: 5_000, isLate: true }, owner],
    ['group-wait', { ...paid, group: { state: 'waiting' } }, owner],
    ['group-full', { ...paid, group: { state: 'full' }, isLate: true }, owner],
    ['group-treat', { ...paid, group: { state: 'treat' } }, owner],
    ['group-back', { ...paid, status: 'refunding', refundingMinor: 4_490, group: { state: 'over' } }, owner],
    ['group-back', { ...paid, status: 'refunded', refundedMinor: 4_490, group: { state: 'over' } }, owner],
    ['refunded', { ...paid, status: 'refunded', refundedMinor: 4_490, group: { state: 'full' } }, owner],
    ['group-seat', { status: 'expired', group: { state: 'waiting' } }, closed],
    ['group-seat', { status: 'cancelled', group: { state: 'over' } }, closed],
    ['expired', { status: 'expired' }, closed],
    ['cancelled', { status: 'cancelled' }, owner],
    ['c-late', { status: 'review', token: { state: 'short' }, receivedMinor: 3_800 }, closed],
    ['review', { status: 'review', receivedMinor: 4_489 }, owner],
    ['dispute', { ...paid, status: 'review', disputedMinor: 4_490, stuckMinor: 4_490 }, owner],
    ['refund-failed', { ...paid, stuckMinor: 4_490 }, owner],
    ['refund-failed', { ...paid, status: 'refunding', refundingMinor: 1_000, stuckMinor: 1_000 }, owner],
    ['partly-refunding', { ...paid, status: 'refunding', refundingMinor: 1_000 }, owner],
    ['refunding', { ...paid, status: 'refunding', refundingMinor: 4_490 }, owner],
    ['refunding', { ...paid, status: 'refunding', refundingMinor: 3_490, refundedMinor: 1_000 }, owner],
    ['partly', { ...paid, status: 'partially_refunded', refundedMinor: 1_000 }, owner],
    ['refunded', { ...paid, status: 'refunded', refundedMinor: 4_490 }, owner],
  ])('the outcome is "%s" for %j', (outcome, facts, look) => {
    expect(decideOutcome({ ...unpaid, ...facts }, look)).toBe(outcome)
  })

  it('every combination of states has an outcome, and each outcome is reached', () => {
    const reached = new Set<OrderOutcome>()
    for (const status of orderStatuses)
      for (const attempt of attemptStates)
        for (const chain of [null, ...chainStates])
          for (const group of [null, ...groupStates])
            for (const flags of flagSets)
              for (const look of [owner, closed, back, stranger, { ...back, isSlow: true }])
                reached.add(
                  decideOutcome(
                    {
                      ...paid,
                      ...flags,
                      status,
                      attempt,
                      token: chain && { state: chain },
                      group: group && { state: group },
                    },
                    look,
                  ),
                )
    expect([...reached].toSorted()).toEqual([...orderOutcomes].toSorted())
  })
})

const flagSets: readonly Partial<OutcomeFacts>[] = [
  {},
  { amountMinor: 0 },
  { isLate: true },
  { disputedMinor: 4_490 },
  { stuckMinor: 1 },
  { refundingMinor: 4_490 },
]

test('an order in a final state is not polled', () => {
  const settled = orderStatuses.filter((status) => !mayStillChange({ status }))
  expect(settled).toEqual(['paid', 'refunded', 'partially_refunded'])
})
