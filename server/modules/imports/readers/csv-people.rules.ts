import { normalizeEmail } from '#shared/account-rules.ts'
import { readCsv, type CsvRow } from './csv-file.rules.ts'
import { field, readHash, UnreadField, type Collector } from './read-rows.rules.ts'
import type { HashAlgorithm, ImportedExpiry, ImportSource, PersonRecord } from './records.rules.ts'
import { cleanText, readFlag, pastMoment, readHundredths, readLimit, readMoment, readWhole } from './values.rules.ts'

type Column =
  | 'id'
  | 'email'
  | 'hash'
  | 'algorithm'
  | 'salt'
  | 'expires'
  | 'plan'
  | 'devices'
  | 'balance'
  | 'commission'
  | 'banned'
  | 'token'
  | 'inviter'
  | 'created'

/**
 * Headings by column, in lower case: our own, those of the panels' tables (as phpMyAdmin exports them), and those of
 * the export of V2board and Xboard, which is in Chinese.
 */
const headings: Readonly<Record<Column, readonly string[]>> = {
  id: ['id', 'user_id', 'uid', '编号', '用户id'],
  email: ['email', 'e-mail', 'mail', '邮箱', '电子邮箱'],
  hash: ['password_hash', 'password', 'pass', '密码'],
  algorithm: ['password_algorithm', 'password_algo'],
  salt: ['password_salt'],
  expires: ['expires', 'expires_at', 'expired_at', 'class_expire', '套餐到期时间', '到期时间'],
  plan: ['plan', 'plan_id', 'class', '订阅计划', '套餐'],
  devices: ['devices', 'device_limit', 'node_iplimit', '设备数限制', '设备数'],
  balance: ['balance', 'money', '余额'],
  commission: ['commission_balance', '推广佣金'],
  banned: ['banned', 'is_banned', '封禁'],
  token: ['token', 'subscription', '订阅地址', '订阅链接'],
  inviter: ['inviter', 'invite_user_id', 'ref_by', '邀请人'],
  created: ['created', 'created_at', 'reg_date', '注册时间'],
}

type CsvOptions = {
  readonly source: ImportSource
  readonly offset: number
  readonly algorithm: HashAlgorithm
  readonly salt: string
}

/** Error for a file without a column of email addresses, which therefore lists no people. */
export class NoPeopleColumns extends Error {}

const never = new Set(['长期有效', '永久', 'never'])
/** `\N` is NULL in files that MySQL itself writes (SELECT … INTO OUTFILE). */
const none = new Set(['', '0', 'null', '\\n', '-', '无', '无订阅', 'none'])

function readExpiry(text: string, offset: number, isEmptyNever: boolean): ImportedExpiry {
  const value = cleanText(text).toLowerCase()
  // The tables of V2board write NULL for a membership without an end.
  if (never.has(value) || (isEmptyNever && (value === 'null' || value === '\\n'))) return { kind: 'never' }
  if (none.has(value) || value.startsWith('0000-00-00')) return { kind: 'none' }
  const at = readMoment(text, offset)
  return at === null || at <= 0 ? { kind: 'none' } : { kind: 'at', at }
}

/**
 * Reads the token from a subscription URL such as https://panel.example/api/v1/client/subscribe?token=…, or the token
 * alone.
 */
export function tokenOf(text: string): string | null {
  const value = cleanText(text)
  if (none.has(value.toLowerCase())) return null
  const found = /[?&]token=([\w-]+)/.exec(value) ?? /\/(?:s|sub|link)\/([\w-]+)/.exec(value) ?? /^([\w-]+)$/.exec(value)
  // Accepts no short word as a token: a plan name, for example, would become a subscription URL that anybody can guess.
  return found?.[1] && found[1].length >= 16 && /\d/.test(found[1]) ? found[1] : null
}

const algorithms: readonly HashAlgorithm[] = ['md5', 'md5salt', 'sha256', 'sha256salt', 'sha3salt']

/**
 * Reads people of a CSV file with headings in any order; other columns are ignored. Throws `NoPeopleColumns` without a
 * column of email addresses.
 */
export function addCsvPeople(text: string, options: CsvOptions, into: Collector): void {
  const [head, ...rows] = readCsv(text)
  const titles = (head?.cells ?? []).map((title) => cleanText(title).toLowerCase())
  const places = Object.fromEntries(
    Object.entries(headings).map(([column, names]) => [column, titles.findIndex((title) => names.includes(title))]),
  ) as Record<Column, number>
  if (places.email < 0) throw new NoPeopleColumns('no column of addresses')
  const isOwnTable = options.source === 'xboard' || options.source === 'v2board'
  const hasCents = isOwnTable && titles.includes('balance')
  for (const row of rows) addRow(row, { places, hasCents, isOwnTable, width: titles.length, options }, into)
}

type Layout = {
  readonly places: Readonly<Record<Column, number>>
  readonly hasCents: boolean
  readonly isOwnTable: boolean
  /** Number of cells of the heading. */
  readonly width: number
  readonly options: CsvOptions
}

/**
 * A row with more cells than the heading has a separator in a value, which moves all that follows to other columns. The
 * last row may be cut off. Other rows may have fewer cells, because Excel leaves out empty ones at the end.
 */
function checkCells({ cells, flaw }: CsvRow, width: number): void {
  if (flaw === 'strayQuote') throw new UnreadField({ code: 'strayQuote', column: '' })
  if (cells.slice(width).some((cell) => cell.trim() !== '')) throw new UnreadField({ code: 'manyCells', column: '' })
  if (flaw === 'cutOff' && cells.length < width) throw new UnreadField({ code: 'fewCells', column: '' })
}

function addRow(row: CsvRow, { places, hasCents, isOwnTable, width, options }: Layout, into: Collector): void {
  const cell = (column: Column): string => (places[column] < 0 ? '' : (row.cells[places[column]] ?? ''))
  const ownId = cleanText(cell('id'))
  const email = cell('email')
  const oldId = ownId === '' ? (normalizeEmail(email) ?? `line ${row.line}`) : ownId
  const text = (column: Column): string | null => {
    const value = cleanText(cell(column))
    return none.has(value.toLowerCase()) ? null : value
  }
  const money = (column: Column): number =>
    field(column, () => (hasCents ? readWhole(text(column)) : readHundredths(text(column)))) ?? 0
  into.addPerson(oldId, () => {
    checkCells(row, width)
    // Excel may have rounded the id (1.2E+10), which would then be the id of another person.
    if (/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(ownId)) throw new UnreadField({ code: 'rounded', column: 'id' })
    const named = cleanText(cell('algorithm')).toLowerCase()
    const algorithm = algorithms.find((name) => name === named) ?? options.algorithm
    return {
      oldId,
      email,
      password: readHash(algorithm, cell('hash'), text('salt') ?? options.salt),
      expiry: field('expires', () => readExpiry(cell('expires'), options.offset, isOwnTable)),
      plan: text('plan'),
      maxDevices: field('devices', () => readLimit(text('devices'))),
      balanceMinor: money('balance'),
      commissionMinor: money('commission'),
      isBanned: field('banned', () => readFlag(text('banned'))),
      token: tokenOf(cell('token')),
      inviterId: text('inviter'),
      createdAt: field('created', () => {
        const created = text('created')
        return created?.startsWith('0000-00-00') ? null : pastMoment(readMoment(created, options.offset))
      }),
    } satisfies PersonRecord
  })
}
