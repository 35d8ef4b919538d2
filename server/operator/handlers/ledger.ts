import type { ledgerActions } from '#shared/contract/operator/ledger.ts'
import { money, type Currency } from '#shared/money.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { listDays } from '#server/modules/payments/statement-days.queries.ts'
import { compareAll } from '#server/workflows/payments/review/compare-all.ts'
import { findFigureProblems } from '#server/workflows/figures/prove-days.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'

/** Number of days listed. Days that were not compared come first, so more days would show little else. */
const daysShown = 60

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
