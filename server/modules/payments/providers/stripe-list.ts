import type Stripe from 'stripe'
import type { ReportLine } from '#server/modules/payments/settlement-report.rules.ts'
import { beijingDay } from '../beijing-time.rules.ts'
import { currencyOf } from './stripe-facts.ts'

/** An hour either side: its list and our books may put a payment at midnight on either day. */
const marginSeconds = 3_600
const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

type Lists = Pick<Stripe, 'charges' | 'refunds'>

/** Charges and refunds of a day, page by page. `ask` turns every failure into ProviderSilent. */
export const createStripeList =
  (stripe: () => Lists, ask: <T>(what: string, answer: Promise<T>) => Promise<T>) =>
  async (day: string): Promise<readonly ReportLine[]> => {
    const { from, to } = beijingDay(day)
    const created = { gte: from.getTime() / 1000 - marginSeconds, lt: to.getTime() / 1000 + marginSeconds }
    const lines: ReportLine[] = []
    for (let after: string | undefined, more = true; more;) {
      const page = { created, limit: 100, ...(after !== undefined && { starting_after: after }) }
      const { data, has_more: hasMore } = await ask('charges', stripe().charges.list(page))
      for (const { paid, metadata, payment_intent: intent, amount, currency } of data)
        if (paid)
          lines.push({
            kind: 'paid',
            attemptId: metadata.attempt_id ?? '',
            providerTxnId: idOf(intent),
            refundId: null,
            amount: { amountMinor: amount, currency: currencyOf(currency) },
          })
      after = data.at(-1)?.id
      more = hasMore && after !== undefined
    }
    for (let after: string | undefined, more = true; more;) {
      const page = { created, limit: 100, ...(after !== undefined && { starting_after: after }) }
      const { data, has_more: hasMore } = await ask('refunds', stripe().refunds.list(page))
      for (const { id, status, metadata, payment_intent: intent, amount, currency } of data)
        if (status === 'succeeded')
          lines.push({
            kind: 'refunded',
            attemptId: metadata?.attempt_id ?? '',
            providerTxnId: idOf(intent),
            refundId: metadata?.refund_id ?? id,
            amount: { amountMinor: amount, currency: currencyOf(currency) },
          })
      after = data.at(-1)?.id
      more = hasMore && after !== undefined
    }
    return lines
  }
