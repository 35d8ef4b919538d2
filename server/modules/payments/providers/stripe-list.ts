import type Stripe from 'stripe'
import type { DayList, ReportLine, UnreadLine } from '#server/modules/payments/settlement-report.rules.ts'
import { beijingDay } from '../beijing-time.rules.ts'
import { sortLines } from './day-list.rules.ts'
import { readPages } from './stripe-pages.ts'

/**
 * Reads one hour more at both ends of the day, because Stripe and our database may date a payment near midnight
 * differently.
 */
const marginSeconds = 3_600
const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

type Lists = Pick<Stripe, 'charges' | 'refunds'>
type Row = ReportLine | UnreadLine['why']

const chargeRow = ({ metadata, payment_intent: intent, amount, currency }: Stripe.Charge): Row =>
  idOf(intent) === ''
    ? 'number'
    : {
        kind: 'paid',
        attemptId: metadata?.attempt_id ?? '',
        providerTxnId: idOf(intent),
        refundId: null,
        amount: { amountMinor: amount, currency: currency.toUpperCase() },
      }

/** Refund states. `requires_action` (the buyer must act) is pending. */
const refundStates: Readonly<Record<string, 'done' | 'pending' | 'failed' | undefined>> = {
  succeeded: 'done',
  pending: 'pending',
  requires_action: 'pending',
  failed: 'failed',
  canceled: 'failed',
}

function refundRow({ id, status, metadata, payment_intent: intent, amount, currency }: Stripe.Refund): Row {
  const state = refundStates[status ?? '']
  if (!state) return 'state'
  if (idOf(intent) === '') return 'number'
  return {
    kind: 'refunded',
    ...(state !== 'done' && { state }),
    attemptId: metadata?.attempt_id ?? '',
    providerTxnId: idOf(intent),
    refundId: metadata?.refund_id ?? id,
    amount: { amountMinor: amount, currency: currency.toUpperCase() },
  }
}

/**
 * Reads the paid charges and all refunds of a day (with the margin), page by page. `ask` turns every failure into
 * ProviderSilent.
 */
export const createStripeList =
  (stripe: () => Lists, ask: <T>(what: string, answer: Promise<T>) => Promise<T>) =>
  async (day: string): Promise<DayList> => {
    const { from, to } = beijingDay(day)
    const created = { gte: from.getTime() / 1000 - marginSeconds, lt: to.getTime() / 1000 + marginSeconds }
    const charges = await readPages('charges', (page) => ask('charges', stripe().charges.list({ created, ...page })))
    const refunds = await readPages('refunds', (page) => ask('refunds', stripe().refunds.list({ created, ...page })))
    return sortLines([...charges.filter(({ paid }) => paid).map(chargeRow), ...refunds.map(refundRow)], 1)
  }
