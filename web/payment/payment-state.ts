import type { Order } from './order.ts'

/**
 * What the person who pays is told. `waiting`: nothing verified yet, the window is open. `closed`: cancelled before a
 * payment was verified. `expired`: the window is over. `review`: a person looks at it.
 */
export type PaymentState = 'waiting' | 'success' | 'closed' | 'expired' | 'review' | 'refunding' | 'refunded'

/** From the server's word alone; the way back from a provider's page proves nothing. */
export function paymentStateOf(status: Order['status']): PaymentState {
  switch (status) {
    case 'created':
    case 'awaiting_payment':
      return 'waiting'
    case 'paid':
      return 'success'
    case 'cancelled':
      return 'closed'
    case 'expired':
      return 'expired'
    case 'review':
      return 'review'
    case 'refunding':
      return 'refunding'
    case 'refunded':
    case 'partially_refunded':
      return 'refunded'
  }
}

/** Whether asking again can bring news: a payment that comes late still counts. */
export const mayStillChange = (state: PaymentState): boolean =>
  state === 'waiting' || state === 'review' || state === 'refunding' || state === 'expired'
