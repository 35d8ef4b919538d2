import type { SourceRow, WantedTables } from './mysql-dump.rules.ts'
import { field, readHash, type Collector } from './read-rows.rules.ts'
import type { HashAlgorithm, ImportedExpiry, OrderRecord, PersonRecord, PlanRecord } from './records.rules.ts'
import {
  cleanText,
  pastMoment,
  readFlag,
  readHundredths,
  readLimit,
  readMoment,
  readSeconds,
  Unreadable,
} from './values.rules.ts'

export const sspanelTables: WantedTables = {
  user: ['id', 'email', 'pass', 'money', 'ref_by', 'class', 'class_expire', 'node_iplimit', 'is_banned', 'reg_date'],
  link: ['token', 'userid'],
  order: ['id', 'user_id', 'product_name', 'product_type', 'price', 'status', 'create_time', 'update_time'],
  gift_card: ['status'],
}

/** Settings of the old site that its database does not hold. */
type SspanelOptions = {
  /** Time zone in which the old site wrote its dates, in minutes east of UTC. */
  readonly offset: number
  /** Values of `$_ENV['pwdMethod']` and `$_ENV['salt']` on the old site, if it did not use bcrypt or argon2. */
  readonly algorithm: HashAlgorithm
  readonly salt: string
}

/** Oldest date that counts. Earlier ones mean "no date": SSPanel writes a date in 1989, and MySQL writes 0000-00-00. */
const firstPlausible = Date.UTC(2000, 0, 1) / 1000
function readDate(value: string | null | undefined, offset: number): number | null {
  if (value?.startsWith('0000-00-00')) return null
  const at = readMoment(value, offset)
  return at === null || at < firstPlausible ? null : at
}

const idOf = (value: string | null | undefined): string | null => {
  const text = cleanText(value ?? '')
  return text === '' || text === '0' ? null : text
}

function readSspanelPerson(row: SourceRow, { offset, algorithm, salt }: SspanelOptions): PersonRecord {
  const level = idOf(row.class)
  const end = field('class_expire', () => {
    // A file without the column says nothing about memberships.
    if (row.class_expire === undefined) throw new Unreadable('unreadable')
    return readDate(row.class_expire, offset)
  })
  const expiry: ImportedExpiry = level === null || end === null ? { kind: 'none' } : { kind: 'at', at: end }
  return {
    oldId: cleanText(row.id ?? ''),
    email: row.email ?? '',
    password: readHash(algorithm, row.pass ?? '', salt),
    expiry,
    plan: level,
    maxDevices: field('node_iplimit', () => readLimit(row.node_iplimit)),
    balanceMinor: field('money', () => readHundredths(row.money)) ?? 0,
    commissionMinor: 0,
    isBanned: field('is_banned', () => readFlag(row.is_banned)),
    token: null,
    inviterId: idOf(row.ref_by),
    createdAt: field('reg_date', () => readDate(row.reg_date, offset)),
  }
}

const statuses: ReadonlyMap<string, OrderRecord['status']> = new Map([
  ['activated', 'paid'],
  ['pending_activation', 'paid'],
  ['expired', 'paid'],
  ['cancelled', 'cancelled'],
])

function readSspanelOrder(row: SourceRow): OrderRecord {
  const status = statuses.get(cleanText(row.status ?? '')) ?? 'open'
  return {
    personId: cleanText(row.user_id ?? ''),
    number: cleanText(row.id ?? ''),
    plan: cleanText(row.product_name ?? ''),
    period: cleanText(row.product_type ?? ''),
    amountMinor: field('price', () => readHundredths(row.price)) ?? 0,
    status,
    createdAt: field('create_time', () => pastMoment(readSeconds(row.create_time))) ?? 0,
    paidAt: status === 'paid' ? field('update_time', () => pastMoment(readSeconds(row.update_time))) : null,
  }
}

export function addSspanelRow(
  table: string,
  row: SourceRow,
  options: SspanelOptions,
  into: Collector & { plans: PlanRecord[]; unusedCards: number; tokens: Map<string, string> },
): void {
  if (table === 'user') into.addPerson(cleanText(row.id ?? ''), () => readSspanelPerson(row, options))
  else if (table === 'order') into.addOrder(cleanText(row.id ?? ''), () => readSspanelOrder(row))
  else if (table === 'link') into.tokens.set(cleanText(row.userid ?? ''), cleanText(row.token ?? ''))
  else if (row.status === '0') into.unusedCards++
}
