import type { ExportList } from '#shared/contract/operator/export-columns.ts'
import { toDecimal, type Currency } from '#shared/money.ts'
import { listAccountsOpened, type AccountLine } from '#server/modules/accounts/accounts-page.queries.ts'
import type { PeopleFilter } from '#server/modules/accounts/people-list.queries.ts'
import { listEntries, type AuditEntryRow, auditFilter } from '#server/modules/audit/audit.queries.ts'
import type { Cell } from '#shared/csv.ts'
import { listPostings, type PostingLine } from '#server/modules/ledger/postings-page.queries.ts'
import { listOrdersMade, type OrderLine } from '#server/modules/orders/orders-page.queries.ts'
import { listEarned, type EarnedLine } from '#server/modules/payouts/commissions-page.queries.ts'
import { listAccounting, type AccountingLine } from './accounting-rows.ts'
import type { Queryable } from '#server/platform/database.ts'

export type Filters = {
  readonly [K in 'from' | 'until' | 'currency' | 'status' | 'operator' | 'action']?: string | undefined
}
type Listed = Filters & PeopleFilter
type Row = { readonly id: string }
type Source<R extends Row> = {
  readonly page: (db: Queryable, filters: Listed, after: string | null, limit: number) => Promise<R[]>
  readonly cells: Readonly<Record<string, (row: R) => Cell>>
  readonly takes: readonly (keyof Listed)[]
}

const time = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))
const range = ({ from, until, currency, status }: Filters) => {
  return { from: time(from), until: time(until), currency: currency ?? null, status: status ?? null }
}
const decimal = (amountMinor: number, currency: string): string =>
  toDecimal({ amountMinor, currency: currency as Currency })

const orders: Source<OrderLine> = {
  takes: ['from', 'until', 'currency', 'status'],
  page: (db, filters, after, limit) => listOrdersMade(db, range(filters), after, limit),
  cells: {
    number: (row) => row.number,
    uid: (row) => row.uid,
    plan: (row) => row.goodsId,
    months: (row) => row.months,
    method: (row) => row.method,
    currency: (row) => row.currency,
    price: (row) => decimal(row.priceMinor, row.currency),
    discount: (row) => decimal(row.discountMinor, row.currency),
    total: (row) => decimal(row.totalMinor, row.currency),
    status: (row) => row.status,
    created: (row) => row.createdAt,
    paid: (row) => row.paidAt,
  },
}
const accounting: Source<AccountingLine> = {
  takes: ['from', 'until', 'currency'],
  page: (db, filters, after, limit) => listAccounting(db, range(filters), after, limit),
  cells: {
    date: (row) => row.day,
    event: (row) => row.event,
    order: (row) => row.orderNumber,
    plan: (row) => row.goodsId,
    method: (row) => row.method,
    provider: (row) => row.provider,
    currency: (row) => row.currency,
    amount: (row) => decimal(row.changeMinor, row.currency),
    taxIncluded: (row) => (row.taxMinor === null ? null : decimal(row.taxMinor, row.currency)),
    transaction: (row) => row.transaction,
    booked: (row) => row.bookedAt,
  },
}
const ledger: Source<PostingLine> = {
  takes: ['from', 'until', 'currency'],
  page: (db, filters, after, limit) => listPostings(db, range(filters), after, limit),
  cells: {
    booked: (row) => row.bookedAt,
    source: (row) => row.source,
    reference: (row) => row.sourceId,
    order: (row) => row.orderNumber,
    debit: (row) => row.debit,
    credit: (row) => row.credit,
    currency: (row) => row.currency,
    amount: (row) => decimal(row.amountMinor, row.currency),
  },
}
const people: Source<AccountLine> = {
  takes: ['from', 'until', 'membership', 'endsWithin', 'plan', 'paid', 'blocked', 'spokenIn'],
  page: (db, filters, after, limit) => listAccountsOpened(db, { ...filters, ...range(filters) }, after, limit),
  cells: {
    uid: (row) => row.uid,
    registered: (row) => row.createdAt,
    language: (row) => row.language,
    plan: (row) => row.goodsId,
    memberUntil: (row) => row.expiresAt,
    yearlyUntil: (row) => row.yearlyUntil,
    blocked: (row) => row.blockedAt,
    account: (row) => row.account,
    email: (row) => row.email,
    phone: (row) => row.phone,
  },
}
const commissions: Source<EarnedLine> = {
  takes: ['from', 'until'],
  page: (db, filters, after, limit) => listEarned(db, range(filters), after, limit),
  cells: {
    booked: (row) => row.bookedAt,
    affiliate: (row) => row.affiliateUid,
    order: (row) => row.orderNumber,
    type: (row) => row.type,
    rate: (row) => `${row.rateBps / 100} %`,
    paid: (row) => decimal(row.paidMinor, row.paidCurrency),
    paidCurrency: (row) => row.paidCurrency,
    amountUsd: (row) => decimal(row.amountMinor, 'USD'),
    settlement: (row) => row.settlementId,
    reserveUsd: (row) => decimal(row.reserveMinor, 'USD'),
    reserveUntil: (row) => row.reserveUntil,
    reserveSettlement: (row) => row.reserveSettlementId,
  },
}
const audit: Source<AuditEntryRow> = {
  takes: ['from', 'until', 'operator', 'action'],
  page: (db, filters, after, limit) => listEntries(db, auditFilter(filters), after, limit),
  cells: {
    at: (row) => row.at,
    operator: (row) => row.operator,
    action: (row) => row.action,
    subject: (row) => row.subject,
  },
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list's cells take the rows of its own page: nothing else meets them
export const exportSources: Readonly<Record<ExportList, Source<any>>> = {
  orders,
  accounting,
  ledger,
  people,
  commissions,
  audit,
}
