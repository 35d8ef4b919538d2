import type { ledgerActions } from '#shared/contract/operator/ledger.ts'
import { money, type Currency } from '#shared/money.ts'
import { listPostings } from '#server/modules/ledger/postings-page.queries.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { listDays } from '#server/modules/payments/statement-days.queries.ts'
import { compareAll } from '#server/workflows/payments/review/compare-all.ts'
import { findFigureProblems } from '#server/workflows/figures/prove-days.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'

/** Number of days listed. Days that were not compared come first, so more days would add little. */
const daysShown = 60
const postingsShown = 100

export const ledgerHandlers: HandlersOf<typeof ledgerActions> = {
  async 'ledger.verify'(database, _input, _operator, { emit }) {
    let ordersRead = 0
    const onProgress = (orders: number) => emit({ ordersRead: (ordersRead = orders) })
    const { balances, problems } = await verifyLedger(database, { onProgress })
    return found({
      balances: balances.map(({ account, currency, debitMinor, creditMinor }) => ({
        account,
        debit: money(debitMinor, currency as Currency),
        credit: money(creditMinor, currency as Currency),
        balance: money(debitMinor - creditMinor, currency as Currency),
      })),
      problems: [...problems, ...(await findFigureProblems(database, { onPage: () => emit({ ordersRead }) }))],
    })
  },
  async 'ledger.postings'(database, { from, until, currency = null, after = null }) {
    const time = (text: string | undefined) => (text === undefined ? null : new Date(text))
    return page(
      await listPostings(database, { from: time(from), until: time(until), currency }, after, postingsShown),
      postingsShown,
      ({ id }) => id,
      ({ id, bookedAt, source, sourceId, orderNumber, debit, credit, currency: paidIn, amountMinor }) => ({
        id,
        booked: bookedAt,
        source,
        reference: sourceId,
        order: orderNumber,
        debit,
        credit,
        amount: { amountMinor, currency: paidIn },
      }),
    )
  },
  'payments.lists': async (database) =>
    found({
      days: (await listDays(database, daysShown)).map(({ provider, day, reason, triedAt, ...counts }) => ({
        provider,
        day,
        state: reason ?? 'compared',
        expected: counts.expected,
        lines: counts.lines,
        unread: counts.unread,
        differences: counts.differences,
        tried: triedAt,
      })),
    }),
  'payments.reconcile': compareAll,
}
