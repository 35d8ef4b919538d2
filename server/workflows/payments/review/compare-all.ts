import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import type { ProviderId } from '#server/modules/payments/providers/port.ts'
import { beijingDayBefore } from '#server/modules/payments/beijing-time.rules.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import type { PartsAct } from '#server/platform/act.ts'
import { createLog } from '#server/platform/log.ts'
import { compareReportOfDay, saveComparison, type ReportComparison } from './compare-reports.ts'
import { comparePage, type Discrepancy } from './compare-payments.ts'

async function compareWholeDay(deps: PaymentDeps, provider: ProviderId, day: string): Promise<ReportComparison> {
  const first = await compareReportOfDay(deps, { provider, day })
  const differences = [...first.differences]
  let state = first.state
  for (let after = first.next; after !== null;) {
    const rest = await compareReportOfDay(deps, { provider, day, after })
    differences.push(...rest.differences)
    if (state === 'compared') state = rest.state
    after = rest.next
  }
  const whole: ReportComparison = { ...first, state, differences, next: null }
  await deps.database.transaction((tx) => saveComparison(tx, whole))
  return whole
}

export const compareAll: PartsAct<'payments.reconcile'> = {
  async parts(database, { days = 3 }, _operator, { config, emit, audit }) {
    const deps = { database, payments: createPayments(config), log: createLog(config.environment, 'silent') }
    const since = new Date(Date.now() - days * 86_400_000)
    const found: Discrepancy[] = []
    let compared = 0
    for (let after: string | null = ''; after !== null;) {
      const page = await comparePage(deps, { since, after })
      compared += page.compared
      found.push(...page.found)
      after = page.next
      emit({ done: compared, what: 'attempts compared' })
    }
    const lists: ReportComparison[] = []
    for (let back = 1; back <= days; back++)
      for (const provider of deps.payments.ids) {
        lists.push(await compareWholeDay(deps, provider, beijingDayBefore(new Date(), back)))
        emit({ done: lists.length, what: 'lists of a day read' })
      }
    const differences = lists.reduce((sum, list) => sum + list.differences.length, found.length)
    await database.transaction((tx) => audit(tx, 'payments', { days, compared, differences }))
    return {
      ok: true,
      value: {
        compared,
        lists: lists.map(({ provider, day, state, lines, unread, differences: each }) => ({
          provider,
          day,
          list: state,
          lines,
          unread,
          differences: each.map(({ what }) => what),
        })),
        found: [...found],
        differences,
      },
    }
  },
}
