export type Moved = {
  source: string
  debit: string
  credit: string
  currency: string
  sumMinor: number
  postings: number
}

export type Revenue = {
  readonly currency: string
  /** Payment provider that received the money, or `suspense` for money that waited there. */
  readonly provider: string
  readonly paidMinor: number
  readonly refundedMinor: number
  readonly lostMinor: number
  readonly netMinor: number
  readonly payments: number
}

const none = { paidMinor: 0, refundedMinor: 0, lostMinor: 0, netMinor: 0, payments: 0 }
const parts = { revenue: 'paidMinor', refunds: 'refundedMinor', chargebacks: 'lostMinor' } as const
type Part = keyof typeof parts
const isPart = (account: string): account is Part => Object.hasOwn(parts, account)

/** Sums revenue by currency and provider. Amounts of different currencies are never added. */
export function sumRevenue(moved: readonly Moved[]): Revenue[] {
  const found = new Map<string, Revenue>()
  const add = (account: string, other: string, minor: number, row: Moved) => {
    if (!isPart(account)) return
    const provider = other.startsWith('clearing:') ? other.slice('clearing:'.length) : other
    const key = `${row.currency} ${provider}`
    const before = found.get(key) ?? { currency: row.currency, provider, ...none }
    const part = parts[account]
    found.set(key, {
      ...before,
      [part]: before[part] + (part === 'paidMinor' ? minor : -minor),
      netMinor: before.netMinor + minor,
      payments: before.payments + (row.source === 'payment' && account === 'revenue' ? row.postings : 0),
    })
  }
  for (const row of moved) {
    add(row.credit, row.debit, row.sumMinor, row)
    add(row.debit, row.credit, -row.sumMinor, row)
  }
  return [...found.values()].toSorted((one, other) =>
    `${one.currency} ${one.provider}`.localeCompare(`${other.currency} ${other.provider}`),
  )
}

type Lifetime = Pick<Revenue, 'currency' | 'paidMinor' | 'refundedMinor' | 'lostMinor'>

export function sumByCurrency(moved: readonly Moved[]): Lifetime[] {
  const byCurrency = Map.groupBy(sumRevenue(moved), ({ currency }) => currency)
  const sum = (rows: readonly Revenue[], of: 'paidMinor' | 'refundedMinor' | 'lostMinor') =>
    rows.reduce((total, row) => total + row[of], 0)
  return [...byCurrency].map(([currency, rows]) => ({
    currency,
    paidMinor: sum(rows, 'paidMinor'),
    refundedMinor: sum(rows, 'refundedMinor'),
    lostMinor: sum(rows, 'lostMinor'),
  }))
}
