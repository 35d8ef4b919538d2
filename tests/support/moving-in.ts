import { createHash } from 'node:crypto'
import type { ImportSource } from '#server/modules/imports/readers/records.rules.ts'

/** Password of every generated person, and its bcrypt hash at the lowest cost, by crypt(3). */
export const oldPassword = 'correct horse'
export const oldBcrypt = '$2y$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e'

export type OldPerson = {
  id: number
  email: string
  password: string
  algorithm: string | null
  salt: string | null
  /** End of the membership in seconds since 1970; null if it never ends. */
  expires: number | null
  plan: number | null
  devices: number | null
  balanceMinor: number
  banned: boolean
  token: string
  inviter: number | null
}
export const oldTokenOf = (id: number | string): string => createHash('md5').update(`token ${id}`).digest('hex')

export const oldPerson = (id: number, more: Partial<OldPerson> = {}): OldPerson => ({
  id,
  email: `person${id}@old.example`,
  password: oldBcrypt,
  algorithm: null,
  salt: null,
  expires: Math.floor(Date.now() / 86_400_000) * 86_400 + (30 + (id % 300)) * 86_400,
  plan: 1 + (id % 2),
  devices: null,
  balanceMinor: 0,
  banned: false,
  token: oldTokenOf(id),
  inviter: null,
  ...more,
})

/**
 * People of a shop: every tenth has no time left, every twentieth was invited by the first, every fiftieth is
 * blocked.
 */
export const oldPeople = (count: number): OldPerson[] =>
  Array.from({ length: count }, (_, index) => {
    const id = index + 1
    return oldPerson(id, {
      ...(id % 10 === 0 && { expires: 1_600_000_000 }),
      ...(id % 20 === 0 && { inviter: 1 }),
      ...(id % 50 === 0 && { banned: true }),
    })
  })

const text = (value: string | number | null): string =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replaceAll(/['\\]/g, '\\$&')}'`
const row = (values: readonly (string | number | null)[]): string => `(${values.map(text).join(',')})`
const insert = (
  table: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string =>
  rows.length === 0
    ? ''
    : `INSERT INTO \`${table}\` (${columns.map((column) => `\`${column}\``).join(',')}) VALUES ${rows.map(row).join(',')};\n`

const created = 1_600_000_000

/** MySQL dump of V2board or Xboard; columns as their schemas have them (see read-source.rules.test.ts). */
function v2boardDump(people: readonly OldPerson[], isXboard: boolean): string {
  const columns = [
    'id',
    'invite_user_id',
    'email',
    'password',
    'password_algo',
    'password_salt',
    'balance',
    'banned',
    'plan_id',
    'token',
    'expired_at',
    'created_at',
  ]
  return [
    '/*!40101 SET NAMES utf8mb4 */;\n',
    insert('v2_payment', ['id', 'config'], [[1, '{"key":"gateway secret"}']]),
    insert(
      'v2_plan',
      ['id', 'name'],
      [
        [1, '月付'],
        [2, '年付'],
      ],
    ),
    insert(
      'v2_user',
      isXboard ? [...columns, 'device_limit'] : columns,
      people.map((p) => {
        const values = [
          p.id,
          p.inviter,
          p.email,
          p.password,
          p.algorithm,
          p.salt,
          p.balanceMinor,
          p.banned ? 1 : 0,
          p.plan,
          p.token,
          p.expires,
          created,
        ]
        return isXboard ? [...values, p.devices] : values
      }),
    ),
    insert(
      'v2_order',
      ['id', 'user_id', 'plan_id', 'period', 'trade_no', 'total_amount', 'status', 'paid_at', 'created_at'],
      people.map(({ id, plan }) => [id, id, plan ?? 1, 'month_price', `T${id}`, 1_000, 3, created + 60, created]),
    ),
  ].join('')
}

const beijing = (seconds: number): string =>
  new Date((seconds + 8 * 3_600) * 1000).toISOString().slice(0, 19).replace('T', ' ')

function sspanelDump(people: readonly OldPerson[]): string {
  return [
    insert(
      'user',
      ['id', 'email', 'pass', 'money', 'ref_by', 'class', 'class_expire', 'node_iplimit', 'is_banned', 'reg_date'],
      people.map((p) => [
        p.id,
        p.email,
        p.password,
        (p.balanceMinor / 100).toFixed(2),
        p.inviter ?? 0,
        p.plan ?? 0,
        p.expires === null ? '9999-12-31 23:59:59' : beijing(p.expires),
        p.devices ?? 0,
        p.banned ? 1 : 0,
        beijing(created),
      ]),
    ),
    insert(
      'link',
      ['id', 'token', 'userid'],
      people.map(({ id, token }) => [id, token, id]),
    ),
    insert(
      'order',
      ['id', 'user_id', 'product_type', 'product_name', 'price', 'status', 'create_time', 'update_time'],
      people.map(({ id }) => [id, id, 'tabp', '月付', '10.00', 'activated', created, created + 60]),
    ),
  ].join('')
}

function csvFile(people: readonly OldPerson[]): string {
  const lines = people.map((p) =>
    [
      p.id,
      p.email,
      p.password,
      p.expires === null ? 'never' : beijing(p.expires),
      p.plan ?? '',
      p.devices ?? '',
      (p.balanceMinor / 100).toFixed(2),
      p.banned ? 1 : 0,
      p.token,
      p.inviter ?? '',
    ].join(','),
  )
  return ['\uFEFFid,email,password_hash,expires,plan,devices,balance,banned,token,inviter', ...lines, ''].join('\r\n')
}

/** Export file of an old shop that ran the software `source`, with these people; in base64, as an import expects it. */
export const oldFile = (source: ImportSource, people: readonly OldPerson[]): string => {
  const content =
    source === 'csv'
      ? csvFile(people)
      : source === 'sspanel'
        ? sspanelDump(people)
        : v2boardDump(people, source === 'xboard')
  return Buffer.from(content).toString('base64')
}
