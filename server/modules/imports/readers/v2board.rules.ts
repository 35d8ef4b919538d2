import type { SourceRow, WantedTables } from './mysql-dump.rules.ts'
import { field, readHash, type Collector } from './read-rows.rules.ts'
import type { HashAlgorithm, ImportedExpiry, OrderRecord, PersonRecord, PlanRecord } from './records.rules.ts'
import { cleanText, pastMoment, readFlag, readLimit, readSeconds, readWhole, Unreadable } from './values.rules.ts'

/** Tables of V2board and Xboard. v2_payment is missing on purpose: it contains secrets of payment gateways. */
export const v2boardTables: WantedTables = {
  v2_user: [
    'id',
    'invite_user_id',
    'email',
    'password',
    'password_algo',
    'password_salt',
    'balance',
    'commission_balance',
    'banned',
    'plan_id',
    'device_limit',
    'token',
    'expired_at',
    'created_at',
  ],
  v2_plan: ['id', 'name'],
  v2_order: [
    'id',
    'user_id',
    'plan_id',
    'period',
    'trade_no',
    'total_amount',
    'balance_amount',
    'status',
    'paid_at',
    'created_at',
  ],
  v2_gift_card_code: ['status'],
}

const algorithms: readonly HashAlgorithm[] = ['md5', 'md5salt', 'sha256', 'sha256salt']

/**
 * NULL means a membership without an end. 0 and times before 1970 mean no membership. A file without the column says
 * nothing about memberships, so its people are refused.
 */
function readUnixExpiry(value: string | null | undefined): ImportedExpiry {
  if (value === undefined) throw new Unreadable('unreadable')
  if (value === null) return { kind: 'never' }
  const at = readSeconds(value)
  return at === null || at <= 0 ? { kind: 'none' } : { kind: 'at', at }
}

const idOf = (row: SourceRow): string => cleanText(row.id ?? '')
const named = (value: string | null | undefined): string | null => {
  const text = cleanText(value ?? '')
  return text === '' || text === '0' ? null : text
}

function readV2boardPerson(row: SourceRow): PersonRecord {
  const algorithm = cleanText(row.password_algo ?? '').toLowerCase()
  const known = algorithms.find((name) => name === algorithm) ?? 'php'
  return {
    oldId: idOf(row),
    email: row.email ?? '',
    password: readHash(known, row.password ?? '', row.password_salt ?? ''),
    expiry: field('expired_at', () => readUnixExpiry(row.expired_at)),
    plan: named(row.plan_id),
    maxDevices: field('device_limit', () => readLimit(row.device_limit)),
    balanceMinor: field('balance', () => readWhole(row.balance)) ?? 0,
    commissionMinor: field('commission_balance', () => readWhole(row.commission_balance)) ?? 0,
    isBanned: field('banned', () => readFlag(row.banned)),
    token: named(row.token),
    inviterId: named(row.invite_user_id),
    createdAt: field('created_at', () => pastMoment(readSeconds(row.created_at))),
  }
}

/** Order states of V2board: 0 open, 1 being opened, 2 cancelled, 3 completed, 4 credited towards another order. */
const statuses: ReadonlyMap<string, OrderRecord['status']> = new Map([
  ['0', 'open'],
  ['1', 'paid'],
  ['2', 'cancelled'],
  ['3', 'paid'],
  ['4', 'paid'],
])

function readV2boardOrder(row: SourceRow): OrderRecord {
  const created = field('created_at', () => pastMoment(readSeconds(row.created_at)))
  const paid =
    (field('total_amount', () => readWhole(row.total_amount)) ?? 0) +
    (field('balance_amount', () => readWhole(row.balance_amount)) ?? 0)
  return {
    personId: cleanText(row.user_id ?? ''),
    number: cleanText(row.trade_no ?? '') || idOf(row),
    plan: cleanText(row.plan_id ?? ''),
    period: cleanText(row.period ?? ''),
    amountMinor: paid,
    status: statuses.get(cleanText(row.status ?? '')) ?? 'open',
    createdAt: created ?? 0,
    paidAt: field('paid_at', () => pastMoment(readSeconds(row.paid_at))),
  }
}

const readV2boardPlan = (row: SourceRow): PlanRecord => ({
  id: idOf(row),
  name: cleanText(row.name ?? ''),
})

/** Adds a row of a dump to the people, orders or plans, or counts it in `unusedCards` if it is an unused gift card. */
export function addV2boardRow(
  table: string,
  row: SourceRow,
  into: Collector & { plans: PlanRecord[]; unusedCards: number },
): void {
  if (table === 'v2_user') into.addPerson(idOf(row), () => readV2boardPerson(row))
  else if (table === 'v2_order') into.addOrder(cleanText(row.trade_no ?? '') || idOf(row), () => readV2boardOrder(row))
  else if (table === 'v2_plan') into.plans.push(readV2boardPlan(row))
  else if (row.status === '0') into.unusedCards++
}
