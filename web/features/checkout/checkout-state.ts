import type { Method } from '#shared/method.ts'
import type { Order } from '#web/payment/order.ts'
import type { Door } from '#web/payment/sign-in-sheet.ts'
import type { Promo } from './promo-code.ts'
import type { Wish } from './selection.ts'

/** Step of the checkout. `entering`: a sign-in dialog is open over the page. */
export type Step = 'choosing' | 'entering' | 'paying' | 'refused' | 'waiting'
export type CheckoutState = {
  readonly step: Step
  readonly wish: Wish
  /** Payment method that this browser would use by default; before hydration, the one that the page shows. */
  readonly preferred: Method | null
  readonly promo: Promo | null
  readonly open: { readonly promo: boolean; readonly gift: boolean }
  /**
   * Time in ms at which the visitor opened the page, by this device's clock; null before hydration. Once it is known,
   * dates count from it instead of from the server's day.
   */
  readonly opened: number | null
  readonly problem: string | null
  readonly door: Door | null
  readonly placed: Order | null
}
export type CheckoutEvent =
  | {
      readonly type: 'woke'
      readonly opened: number
      readonly wish: Wish | null
      readonly preferred: Method | null
      readonly gift: boolean
    }
  | { readonly type: 'chose'; readonly wish: Wish }
  | { readonly type: 'opened'; readonly part: 'promo' | 'gift' }
  | { readonly type: 'checked'; readonly promo: Promo | null }
  | { readonly type: 'found'; readonly order: Order }
  | { readonly type: 'submitted' }
  | { readonly type: 'stranger'; readonly door: Door }
  | { readonly type: 'entered' }
  | { readonly type: 'placed'; readonly order: Order }
  | { readonly type: 'refused'; readonly text: string }
  /** The attempt to pay ended without an order in this dialog: the call got no answer, or another page opens. */
  | { readonly type: 'left' }
  | { readonly type: 'closed' }

const typing = (step: Step) => ({ woke: step, opened: step, checked: step })
/** Next step for each event in each step. Events that are not listed change nothing. */
const steps: Readonly<Record<Step, Partial<Record<CheckoutEvent['type'], Step>>>> = {
  choosing: { ...typing('choosing'), chose: 'choosing', found: 'waiting', submitted: 'paying', stranger: 'entering' },
  entering: { ...typing('entering'), chose: 'entering', entered: 'paying', closed: 'choosing' },
  paying: {
    ...typing('paying'),
    chose: 'paying',
    stranger: 'entering',
    placed: 'waiting',
    refused: 'refused',
    left: 'choosing',
  },
  refused: { ...typing('refused'), chose: 'choosing', found: 'waiting', submitted: 'paying', stranger: 'entering' },
  waiting: { ...typing('waiting'), closed: 'choosing' },
}

export const firstState: CheckoutState = {
  step: 'choosing',
  wish: {},
  preferred: null,
  promo: null,
  open: { promo: false, gift: false },
  opened: null,
  problem: null,
  door: null,
  placed: null,
}

export function nextState(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  const step = steps[state.step][event.type]
  if (!step) return state
  const moved = step === state.step ? state : { ...state, step, problem: null, door: null, placed: null }
  switch (event.type) {
    case 'woke': {
      // Choices made on this page before hydration override stored ones.
      const wish = { ...event.wish, ...moved.wish }
      const { opened, preferred } = event
      const open = { promo: moved.open.promo || !!wish.promoCode, gift: moved.open.gift || event.gift }
      return { ...moved, opened, preferred, wish, open }
    }
    case 'chose':
      return { ...moved, wish: { ...moved.wish, ...event.wish } }
    case 'opened':
      return { ...moved, open: { ...moved.open, [event.part]: true } }
    case 'checked': {
      const { promoCode: _, ...wish } = moved.wish
      const { promo } = event
      return { ...moved, promo, wish: promo ? { ...wish, promoCode: promo.code } : wish }
    }
    case 'found':
    case 'placed':
      return { ...moved, placed: event.order }
    case 'refused':
      return { ...moved, problem: event.text }
    case 'stranger':
      return { ...moved, door: event.door }
    case 'submitted':
    case 'entered':
    case 'left':
    case 'closed':
      return moved
  }
}
