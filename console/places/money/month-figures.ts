import type { Output } from '#console/client/wire.ts'

export const currencies = ['CNY', 'USD'] as const
export type Currency = (typeof currencies)[number]
export type Month = Output<'figures.months'>['months'][number]
type Sums = Readonly<Record<'paid' | 'refunded' | 'lost' | 'net' | 'payments', number>>

/** Sums of one currency in a month. Amounts in different currencies are never added. */
export function sumsOf({ revenue }: Pick<Month, 'revenue'>, currency: Currency): Sums {
  const rows = revenue.filter((row) => row.currency === currency)
  const sum = (of: 'paid' | 'refunded' | 'lost' | 'net') => rows.reduce((all, row) => all + row[of].amountMinor, 0)
  const payments = rows.reduce((all, row) => all + row.payments, 0)
  return { paid: sum('paid'), refunded: sum('refunded'), lost: sum('lost'), net: sum('net'), payments }
}

/**
 * Change against the earlier month in percent; a dash if the month is not over, or if the earlier month is unknown or
 * zero.
 */
export const changeOf = (
  { isOver, net }: { readonly isOver: boolean; readonly net: number },
  before: number | undefined,
) => (!isOver || !before ? '–' : `${net < before ? '−' : '+'}${Math.abs(((net - before) / before) * 100).toFixed(1)} %`)

/** Churn: share of the members at the start of the month who are no longer members at its end. */
export const churnOf = ({ atStart, ended }: Pick<Month['members'], 'atStart' | 'ended'>): string =>
  atStart === 0 ? '–' : `${((ended / atStart) * 100).toFixed(1)} %`
