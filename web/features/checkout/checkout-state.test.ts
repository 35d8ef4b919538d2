import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '#web/payment/order.ts'
import { firstState, nextState, type CheckoutEvent, type CheckoutState, type Step } from './checkout-state.ts'

const order = { orderId: '01KORDER' } as Order
const other = { orderId: '01KOTHER' } as Order
const at = Date.parse('2026-11-22T12:00:00Z')
const promo = {
  code: 'SAVE10',
  basket: { goodsId: 'plan-solo-12', currency: 'CNY', method: 'alipay' },
  discountMinor: 100,
  refusal: null,
} as const
const states: Readonly<Record<Step, CheckoutState>> = {
  choosing: { ...firstState, wish: { goodsId: 'plan-solo-1' } },
  entering: { ...firstState, step: 'entering', door: 'new' },
  paying: { ...firstState, step: 'paying', promo },
  refused: { ...firstState, step: 'refused', problem: 'The price has changed.' },
  waiting: { ...firstState, step: 'waiting', placed: order },
}
const events: readonly CheckoutEvent[] = [
  {
    type: 'woke',
    opened: at,
    wish: { goodsId: 'plan-family-12', promoCode: 'SAVE10' },
    preferred: 'wechat',
    gift: true,
  },
  { type: 'woke', opened: at, wish: null, preferred: null, gift: false },
  { type: 'chose', wish: { goodsId: 'plan-duo-12', method: 'wechat' } },
  { type: 'opened', part: 'promo' },
  { type: 'opened', part: 'gift' },
  { type: 'checked', promo },
  { type: 'checked', promo: null },
  { type: 'found', order: other },
  { type: 'submitted' },
  { type: 'stranger', door: 'login' },
  { type: 'entered' },
  { type: 'placed', order: other },
  { type: 'refused', text: 'This plan is not on sale.' },
  { type: 'left' },
  { type: 'closed' },
]
/** Expected next step for each step and event; a dash means no change. */
const table: Readonly<Record<Step, string>> = {
  // Columns, one per event: woke chose opened checked found submitted stranger entered placed refused left closed
  choosing: 'choosing choosing choosing choosing waiting paying entering - - - - -',
  entering: 'entering entering entering entering - - - paying - - - choosing',
  paying: 'paying paying paying paying - - entering - waiting refused choosing -',
  refused: 'refused choosing refused refused waiting paying entering - - - - -',
  waiting: 'waiting - waiting waiting - - - - - - - choosing',
}
const kinds = 'woke chose opened checked found submitted stranger entered placed refused left closed'.split(' ')
const cases = (Object.keys(states) as Step[]).flatMap((step) =>
  events.map((event) => ({ step, event, type: event.type, to: table[step].split(' ')[kinds.indexOf(event.type)] })),
)

describe('checkout state', () => {
  it.each(cases.filter(({ to }) => to === '-'))('the step $step ignores the event "$type"', ({ step, event }) => {
    expect(nextState(states[step], event)).toBe(states[step])
  })

  it.each(cases.filter(({ to }) => to !== '-'))(
    'the step $step changes to $to after the event "$type"',
    ({ step, event, to }) => {
      const after = nextState(states[step], event)
      expect(after.step).toBe(to)
      expect([after.problem !== null, after.placed !== null, after.door !== null]).toEqual([
        to === 'refused',
        to === 'waiting',
        to === 'entering',
      ])
    },
  )

  it('the checkout starts with the choice from before the login, including its promo code', () => {
    expect(
      nextState(firstState, {
        type: 'woke',
        opened: at,
        wish: { goodsId: 'plan-duo-12', promoCode: 'X' },
        preferred: 'card',
        gift: false,
      }),
    ).toEqual({
      ...firstState,
      opened: at,
      wish: { goodsId: 'plan-duo-12', promoCode: 'X' },
      preferred: 'card',
      open: { promo: true, gift: false },
    })
    expect(nextState(firstState, { type: 'woke', opened: at, wish: null, preferred: null, gift: false })).toEqual({
      ...firstState,
      opened: at,
    })
  })

  it('the field for a redeem code is open after the login if a code was saved before it', () => {
    const woke = { type: 'woke', opened: at, wish: null, preferred: null } as const
    expect(nextState(firstState, { ...woke, gift: true }).open).toEqual({ promo: false, gift: true })
    const gift = nextState(firstState, { type: 'opened', part: 'gift' })
    expect(nextState(gift, { ...woke, gift: false }).open.gift).toBe(true)
  })

  it('a new choice is added to earlier ones, and code fields open independently', () => {
    const chosen = nextState(states.choosing, { type: 'chose', wish: { method: 'wechat' } })
    expect(chosen.wish).toEqual({ goodsId: 'plan-solo-1', method: 'wechat' })
    const opened = nextState(chosen, { type: 'opened', part: 'gift' })
    expect(opened.open).toEqual({ promo: false, gift: true })
    expect(nextState(opened, { type: 'checked', promo }).promo).toBe(promo)
  })

  it('a refusal shows its reason, and a placed order is shown', () => {
    expect(nextState(states.paying, { type: 'refused', text: 'No.' }).problem).toBe('No.')
    expect(nextState(states.paying, { type: 'placed', order: other }).placed).toBe(other)
    expect(nextState(states.choosing, { type: 'found', order: other }).placed).toBe(other)
  })

  it('a refusal, order or login sheet belongs to its step, in any sequence of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (coming) => {
        const { step, problem, placed, door } = coming.reduce(nextState, firstState)
        expect([problem !== null, placed !== null, door !== null]).toEqual([
          step === 'refused',
          step === 'waiting',
          step === 'entering',
        ])
      }),
    )
  })
})
