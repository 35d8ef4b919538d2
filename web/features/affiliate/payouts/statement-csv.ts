import { money, toDecimal } from '#shared/money.ts'
import { csvFile } from '#shared/csv.ts'
import type { Statement } from '#web/features/affiliate/base/affiliate.queries.ts'
import { commissionCells } from '#web/features/affiliate/commissions/commissions-csv.ts'
import type { DashboardTexts } from '#text/en/site/affiliate-dashboard.ts'
import { chainNames } from './chains.ts'

/**
 * Commissions earned and reversed in a payout statement, in minor units, both ≥ 0. Skips reserves paid out now, because
 * an earlier statement counts them as earned.
 */
export function sumsOf({ list }: Pick<Statement, 'list'>): { earnedMinor: number; backMinor: number } {
  const amounts = list.flatMap(({ referAmount, isReserve }) => (isReserve ? [] : [referAmount]))
  return {
    earnedMinor: amounts.reduce((sum, minor) => sum + Math.max(0, minor), 0),
    backMinor: amounts.reduce((sum, minor) => sum + Math.max(0, -minor), 0),
  }
}

export const hasReserve = ({ reserveKeptMinor, reservePaidMinor }: Statement['settlement']): boolean =>
  reserveKeptMinor !== 0 || reservePaidMinor !== 0

const withDue = ([head = [], ...lines]: string[][], list: Statement['list'], title: string): string[][] => [
  [...head, title],
  ...list.map(({ dueMinor, currency }, index) => [...(lines[index] ?? []), toDecimal(money(dueMinor, currency))]),
]

/** Reserve of a commission at the time of the payout, ignoring later refunds. */
const asSettled = ({ reserveMinor }: Statement['list'][number]): number => reserveMinor

export function statementCsv(statement: Statement, t: DashboardTexts): string {
  const { settlement, list, next } = statement
  const { settlements: words, statement: own } = t
  const sum = (minor: number) => [toDecimal(money(minor, settlement.currency)), settlement.currency]
  const { earnedMinor, backMinor } = sumsOf(statement)
  return csvFile([
    [words.period, settlement.period],
    [words.status, words.states[settlement.state]],
    [words.amount, ...sum(settlement.amountMinor)],
    ...(next === null
      ? [
          [own.earned, ...sum(earnedMinor)],
          [own.back, ...sum(-backMinor)],
        ]
      : []),
    ...(hasReserve(settlement)
      ? [
          [own.kept, ...sum(-settlement.reserveKeptMinor)],
          [own.freed, ...sum(settlement.reservePaidMinor)],
        ]
      : []),
    [own.since, ...sum(-settlement.takenBackMinor)],
    [own.network, settlement.chain === null ? '' : chainNames[settlement.chain]],
    [own.address, settlement.address ?? ''],
    [words.hash, settlement.transactionHash ?? ''],
    [own.number, settlement.id],
    [],
    ...withDue(commissionCells(list, t, asSettled), list, own.due),
  ])
}
