import { createHash } from 'node:crypto'
import type { ImportSource, PersonRecord } from '#server/modules/imports/readers/records.rules.ts'
import type { Fault } from '#server/modules/imports/stage.rules.ts'
import { oldBcrypt } from './moving-in.ts'

/** Another row of the same trap, counted from 1. */
type Ref = { readonly row: number }
const row = (number: number): Ref => ({ row: number })
/** Text of an SQL literal or of a CSV cell, written as it is. */
type Raw = { readonly raw: string }
const raw = (text: string): Raw => ({ raw: text })
type Cell = string | number | null | Ref | Raw

/** Parts of a person that must come out of a row. `inviter`: the inviter, or why the invitation is refused. */
export type Outcome = {
  readonly email?: string
  readonly ends?: number | 'never' | 'none'
  readonly plan?: string | null
  readonly devices?: number | null
  readonly balance?: number
  readonly password?: PersonRecord['password'] extends (infer P) | null
    ? (P extends { algorithm: infer A } ? A : never) | 'none'
    : never
  readonly isBanned?: boolean
  readonly token?: string | null
  readonly created?: number | null
  readonly inviter?: Ref | null | 'inviteCycle' | 'inviterUnknown'
}
export type HostileRow = readonly [
  title: string,
  cells: Readonly<Record<string, Cell>>,
  becomes: Outcome | Fault['code'],
]
export type Trap = { readonly name: string; readonly source: ImportSource; readonly rows: readonly HostileRow[] }

/** 17 March 2030. */
export const usualEnd = 1_900_000_000
const usualCreated = 1_600_000_000
const hex = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
const argon = (m = 65_536, t = 4, p = 1, type = 'id', v = 19) =>
  `$argon2${type}$v=${v}$m=${m},t=${t},p=${p}$c2FsdHNhbHRzYWx0c2FsdA$${'a'.repeat(43)}`
const bcrypt = (prefix: string, cost: string) => `${prefix}${cost}$${oldBcrypt.slice(7)}`
const token = hex('md5', 'a token')

const addresses: readonly HostileRow[] = [
  [
    'keeps the one whose time lasts longest',
    { email: 'dup@one.example', expired_at: usualEnd + 9 },
    { email: 'dup@one.example' },
  ],
  ['capitals are the same address', { email: 'DUP@ONE.EXAMPLE' }, 'emailDoubled'],
  ['one capital is the same address', { email: 'Dup@one.example' }, 'emailDoubled'],
  ['spaces around are ignored', { email: '  dup@one.example ' }, 'emailDoubled'],
  ['a no-break space at the end is ignored', { email: 'dup@one.example\u00a0' }, 'emailDoubled'],
  ['a tab at the end is ignored', { email: 'dup@one.example\t' }, 'emailDoubled'],
  ['a line break at the end is ignored', { email: 'dup@one.example\r\n' }, 'emailDoubled'],
  ['full-width letters are the same address', { email: 'ｄｕｐ@one.example' }, 'emailDoubled'],
  ['a full-width at sign is the same address', { email: 'dup＠one.example' }, 'emailDoubled'],
  ['a full-width point is the same address', { email: 'dup@one．example' }, 'emailDoubled'],
  ['an ideographic full stop is the same address', { email: 'dup@one。example' }, 'emailDoubled'],
  ['letters in circles are the same address', { email: 'ⓓⓤⓟ@one.example' }, 'emailDoubled'],
  ['a zero-width space is ignored', { email: 'du\u200bp@one.example' }, 'emailDoubled'],
  ['a byte order mark is ignored', { email: '\ufeffdup@one.example' }, 'emailDoubled'],
  ['a soft hyphen is ignored', { email: 'du\u00adp@one.example' }, 'emailDoubled'],
  ['a mark that turns the direction is ignored', { email: '\u202edup@one.example' }, 'emailDoubled'],
  ['a point inside names another person', { email: 'd.up@one.example' }, { email: 'd.up@one.example' }],
  ['a point elsewhere names another person', { email: 'du.p@one.example' }, { email: 'du.p@one.example' }],
  ['an addition names another person', { email: 'dup+vpn@one.example' }, { email: 'dup+vpn@one.example' }],
  ['another host names another person', { email: 'dup@mail.one.example' }, { email: 'dup@mail.one.example' }],
  [
    'a host with an umlaut is stored in ASCII',
    { email: 'x@bücher.example', expired_at: usualEnd + 9 },
    { email: 'x@xn--bcher-kva.example' },
  ],
  ['an umlaut of two characters is the same host', { email: 'x@bu\u0308cher.example' }, 'emailDoubled'],
  ['the same host in ASCII is the same address', { email: 'x@xn--bcher-kva.example' }, 'emailDoubled'],
  [
    'a ligature is the same as its letters',
    { email: 'ﬁsh@one.example', expired_at: usualEnd + 9 },
    { email: 'fish@one.example' },
  ],
  ['the letters of a ligature are the same address', { email: 'fish@one.example' }, 'emailDoubled'],
  [
    'the Kelvin sign is the letter k',
    { email: '\u212a@one.example', expired_at: usualEnd + 9 },
    { email: 'k@one.example' },
  ],
  ['the letter k is the Kelvin sign', { email: 'k@one.example' }, 'emailDoubled'],
  ['a never ending time is the longest', { email: 'long@one.example', expired_at: null }, { ends: 'never' }],
  ['a time that ends is shorter', { email: 'LONG@one.example', expired_at: usualEnd * 9 }, 'emailDoubled'],
  ['no end without a plan is no time', { email: 'free@one.example', expired_at: null, plan_id: null }, 'emailDoubled'],
  ['a plan with an end is longer than none', { email: 'Free@one.example' }, { ends: usualEnd, plan: '1' }],
  ['the second row of an id is refused', { id: row(1), email: 'second@one.example' }, 'idDoubled'],
]

const invalidAddresses: readonly HostileRow[] = [
  ['no address', { email: '' }, 'emailMissing'],
  ['NULL', { email: null }, 'emailMissing'],
  ['only spaces', { email: '   ' }, 'emailMissing'],
  ['only an ideographic space', { email: '\u3000' }, 'emailMissing'],
  ['only a zero-width space', { email: '\u200b' }, 'emailInvalid'],
  ['no at sign', { email: 'nobody' }, 'emailInvalid'],
  ['two at signs', { email: 'a@b@c.example' }, 'emailInvalid'],
  ['nothing before the at sign', { email: '@c.example' }, 'emailInvalid'],
  ['nothing after the at sign', { email: 'a@' }, 'emailInvalid'],
  ['a space inside', { email: 'a b@c.example' }, 'emailInvalid'],
  ['a line break inside', { email: 'a\nb@c.example' }, 'emailInvalid'],
  ['a tab inside', { email: 'a@c.exa\tmple' }, 'emailInvalid'],
  ['two points in a row', { email: 'a..b@c.example' }, 'emailInvalid'],
  ['a point at the start', { email: '.a@c.example' }, 'emailInvalid'],
  ['a point before the at sign', { email: 'a.@c.example' }, 'emailInvalid'],
  ['a host without a point', { email: 'a@localhost' }, 'emailInvalid'],
  ['a host with an address', { email: 'a@127.0.0.1' }, 'emailInvalid'],
  ['a host in brackets', { email: 'a@[127.0.0.1]' }, 'emailInvalid'],
  ['a host with a port', { email: 'a@c.example:25' }, 'emailInvalid'],
  ['a host with a path', { email: 'a@c.example/x' }, 'emailInvalid'],
  ['a host that ends with a point', { email: 'a@c.example.' }, 'emailInvalid'],
  ['a host that begins with a hyphen', { email: 'a@-c.example' }, 'emailInvalid'],
  ['a name with display text', { email: 'A B <a@c.example>' }, 'emailInvalid'],
  ['a quoted local part', { email: '"a b"@c.example' }, 'emailInvalid'],
  ['a Chinese local part', { email: '邮箱@c.example' }, 'emailInvalid'],
  ['an accent in the local part', { email: 'café@c.example' }, 'emailInvalid'],
  ['a dotless i', { email: 'ı@c.example' }, 'emailInvalid'],
  ['an emoji', { email: '😀@c.example' }, 'emailInvalid'],
  ['a local part of 65 characters', { email: `${'a'.repeat(65)}@c.example` }, 'emailInvalid'],
  ['a local part of 64 characters', { email: `${'a'.repeat(64)}@c.example` }, { email: `${'a'.repeat(64)}@c.example` }],
  [
    'an address of 300 characters',
    { email: `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.example` },
    'emailInvalid',
  ],
  ['a Chinese host', { email: 'a@例子.中国' }, { email: 'a@xn--fsqu00a.xn--fiqs8s' }],
  ['a German host', { email: 'a@straße.example' }, { email: 'a@xn--strae-oqa.example' }],
  ['unusual signs that are allowed', { email: "o'b_c%d=e@c.example" }, { email: "o'b_c%d=e@c.example" }],
  ['a NUL at the end', { email: raw("'nul@c.example\\0'") }, 'emailInvalid'],
  ['a NUL inside', { email: raw("'n\\0l@c.example'") }, 'emailInvalid'],
  ['an escape sign at the start', { email: '\u001bx@c.example' }, 'emailInvalid'],
]

const numbers: readonly HostileRow[] = [
  ['a balance of zero', { balance: 0 }, { balance: 0 }],
  ['a negative balance', { balance: -500 }, { balance: -500 }],
  ['minus zero', { balance: raw('-0') }, { balance: 0 }],
  ['a balance in a text', { balance: '150' }, { balance: 150 }],
  ['a balance with zero decimals', { balance: raw('150.00') }, { balance: 150 }],
  ['a balance with decimals of a cent', { balance: raw('150.5') }, 'unreadable'],
  ['a balance with three decimals', { balance: '1.234' }, 'unreadable'],
  ['the greatest number of MySQL', { balance: 2_147_483_647 }, { balance: 2_147_483_647 }],
  ['the least number of MySQL', { balance: -2_147_483_648 }, { balance: -2_147_483_648 }],
  ['fifteen digits', { balance: raw('999999999999999') }, { balance: 999_999_999_999_999 }],
  ['more digits than are exact', { balance: raw('9007199254740993') }, 'unreadable'],
  ['the greatest bigint', { balance: raw('9223372036854775807') }, 'unreadable'],
  ['a hundred digits', { balance: raw('9'.repeat(100)) }, 'unreadable'],
  ['a number of floating point', { balance: raw('1.5e3') }, 'rounded'],
  ['infinity', { balance: 'Infinity' }, 'unreadable'],
  ['not a number', { balance: 'NaN' }, 'unreadable'],
  ['a hexadecimal text', { balance: '0x10' }, 'unreadable'],
  ['a word', { balance: 'much' }, 'unreadable'],
  ['full-width digits', { balance: '１２' }, 'unreadable'],
  ['thousands with a comma', { balance: '1,234' }, 'unreadable'],
  ['an empty balance', { balance: '' }, { balance: 0 }],
  ['NULL as balance', { balance: null }, { balance: 0 }],
  ['a commission that is a word', { commission_balance: 'x' }, 'unreadable'],
  ['no limit of devices', { device_limit: null }, { devices: null }],
  ['zero devices, which means no limit', { device_limit: 0 }, { devices: null }],
  ['minus one device, which means no limit', { device_limit: -1 }, { devices: null }],
  ['a million devices', { device_limit: 1_000_000 }, { devices: 1_000_000 }],
  ['devices with decimals', { device_limit: '2.5' }, 'unreadable'],
  ['devices beyond any number', { device_limit: raw('99999999999999999999') }, 'unreadable'],
  ['an id of zero', { id: 0 }, { balance: 0 }],
  ['a negative id', { id: -7 }, { balance: 0 }],
  ['no id', { id: null }, 'noId'],
]

const moments: readonly HostileRow[] = [
  ['a usual end', { expired_at: usualEnd }, { ends: usualEnd }],
  ['NULL, which means no end', { expired_at: null }, { ends: 'never' }],
  ['zero', { expired_at: 0 }, { ends: 'none' }],
  ['one', { expired_at: 1 }, { ends: 1 }],
  ['before 1970', { expired_at: -86_400 }, { ends: 'none' }],
  ['an empty text', { expired_at: '' }, { ends: 'none' }],
  ['the last second of 32 bits', { expired_at: 2_147_483_647 }, { ends: 2_147_483_647 }],
  ['the second after it', { expired_at: 2_147_483_648 }, { ends: 2_147_483_648 }],
  ['the second before 1901', { expired_at: -2_147_483_649 }, { ends: 'none' }],
  ['32 bits without a sign', { expired_at: 4_294_967_295 }, { ends: 4_294_967_295 }],
  ['the end of the year 9999', { expired_at: 253_402_300_799 }, { ends: 253_402_300_799 }],
  ['twelve digits', { expired_at: 999_999_999_999 }, { ends: 999_999_999_999 }],
  ['milliseconds', { expired_at: usualEnd * 1000 + 999 }, { ends: usualEnd }],
  ['microseconds', { expired_at: raw(`${usualEnd}000000`) }, 'unreadable'],
  ['the greatest bigint', { expired_at: raw('9223372036854775807') }, 'unreadable'],
  ['seconds in a text', { expired_at: String(usualEnd) }, { ends: usualEnd }],
  ['seconds with decimals of zero', { expired_at: `${usualEnd}.000` }, { ends: usualEnd }],
  ['seconds with decimals', { expired_at: `${usualEnd}.5` }, 'unreadable'],
  ['a date in a column of seconds', { expired_at: '2030-03-17 17:46:40' }, 'unreadable'],
  ['a number of floating point', { expired_at: raw('1.9e9') }, 'rounded'],
  ['a word', { expired_at: 'never' }, 'unreadable'],
  ['registered in 1970', { created_at: 0 }, { created: null }],
  ['registered before 1970', { created_at: -1 }, { created: null }],
  ['registered in milliseconds', { created_at: usualCreated * 1000 }, { created: usualCreated }],
  ['registered in the year 9999', { created_at: 253_402_300_799 }, { created: null }],
  ['registered on a word', { created_at: 'today' }, 'unreadable'],
]

const panelMoments: readonly HostileRow[] = [
  ['a usual end', { class_expire: '2030-03-18 01:46:40' }, { ends: usualEnd }],
  ['the date that means none', { class_expire: '1989-06-04 00:05:00' }, { ends: 'none' }],
  ['the date that MySQL writes for none', { class_expire: '0000-00-00 00:00:00' }, { ends: 'none' }],
  ['the start of 1970', { class_expire: '1970-01-01 00:00:00' }, { ends: 'none' }],
  ['before 1970', { class_expire: '1900-01-01 00:00:00' }, { ends: 'none' }],
  ['the end of 32 bits', { class_expire: '2038-01-19 11:14:07' }, { ends: 2_147_483_647 }],
  ['after the end of 32 bits', { class_expire: '2038-01-19 11:14:08' }, { ends: 2_147_483_648 }],
  ['the end of 2099', { class_expire: '2099-12-31 23:59:59' }, { ends: Date.UTC(2099, 11, 31, 15, 59, 59) / 1000 }],
  [
    'the end of the year 9999',
    { class_expire: '9999-12-31 23:59:59' },
    { ends: Date.UTC(9999, 11, 31, 15, 59, 59) / 1000 },
  ],
  ['a year of five digits', { class_expire: '12030-01-01 00:00:00' }, 'unreadable'],
  ['fractions of a second', { class_expire: '2030-03-18 01:46:40.123456' }, { ends: usualEnd }],
  ['a date alone', { class_expire: '2030-03-18' }, { ends: usualEnd - 6_400 }],
  ['a day that does not exist', { class_expire: '2030-02-30 00:00:00' }, 'unreadable'],
  ['a month that does not exist', { class_expire: '2030-13-01 00:00:00' }, 'unreadable'],
  ['an hour that does not exist', { class_expire: '2030-03-18 24:00:00' }, 'unreadable'],
  ['a minute that does not exist', { class_expire: '2030-03-18 01:60:00' }, 'unreadable'],
  ['seconds', { class_expire: usualEnd }, { ends: usualEnd }],
  ['milliseconds', { class_expire: usualEnd * 1000 }, { ends: usualEnd }],
  ['a word', { class_expire: 'forever' }, 'unreadable'],
  ['an empty text', { class_expire: '' }, { ends: 'none' }],
  ['NULL', { class_expire: null }, { ends: 'none' }],
  ['no level, whatever the date', { class: 0 }, { ends: 'none', plan: null }],
  ['registered on the date that means none', { reg_date: '1989-06-04 00:05:00' }, { created: null }],
  ['a balance with three decimals', { money: '12.345' }, { balance: 1_234 }],
  ['a negative balance', { money: raw('-0.01') }, { balance: -1 }],
  ['a balance of twelve digits', { money: raw('9999999999.99') }, { balance: 999_999_999_999 }],
  ['a balance of floating point', { money: raw('1.0e15') }, 'rounded'],
  ['a limit of zero devices', { node_iplimit: 0 }, { devices: null }],
]

const csvMoments: readonly HostileRow[] = [
  ['seconds', { expires: usualEnd }, { ends: usualEnd }],
  ['milliseconds', { expires: usualEnd * 1000 }, { ends: usualEnd }],
  ['microseconds', { expires: `${usualEnd}000000` }, 'unreadable'],
  ['nanoseconds', { expires: `${usualEnd}000000000` }, 'unreadable'],
  ['seconds that Excel has rounded', { expires: '1.9E+09' }, 'rounded'],
  ['a day of Excel', { expires: '47559' }, 'ambiguous'],
  ['a day of Excel with a time', { expires: '47559.5' }, 'unreadable'],
  ['a year', { expires: '2030' }, 'ambiguous'],
  ['a number of days', { expires: '365' }, 'ambiguous'],
  ['a date of ISO 8601', { expires: '2030-03-17T17:46:40Z' }, { ends: usualEnd }],
  ['a date of ISO 8601 with a zone', { expires: '2030-03-17T19:46:40+02:00' }, { ends: usualEnd }],
  ['a date without a zone', { expires: '2030-03-18 01:46:40' }, { ends: usualEnd }],
  ['a date with slashes', { expires: '2030/3/18 1:46:40' }, { ends: usualEnd }],
  ['a Chinese date', { expires: '2030年3月18日' }, { ends: usualEnd - 6_400 }],
  ['a German date', { expires: '18.3.2030 01:46:40' }, { ends: usualEnd }],
  ['a date that can mean two days', { expires: '3/4/2030' }, 'ambiguous'],
  ['a date with the day first', { expires: '18/3/2030 01:46:40' }, { ends: usualEnd }],
  ['a date with the month first', { expires: '3/18/2030 01:46:40' }, { ends: usualEnd }],
  ['a year of two digits', { expires: '18/3/30' }, 'unreadable'],
  ['half of a day in words', { expires: '3/18/2030 1:46:40 AM' }, 'unreadable'],
  ['digits only', { expires: '20300318014640' }, { ends: usualEnd }],
  ['no end, in Chinese', { expires: '长期有效' }, { ends: 'never' }],
  ['no end, in capitals', { expires: 'NEVER' }, { ends: 'never' }],
  ['zero', { expires: '0' }, { ends: 'none' }],
  ['NULL of a file of MySQL', { expires: '\\N' }, { ends: 'none' }],
  ['the date that means none', { expires: '0000-00-00 00:00:00' }, { ends: 'none' }],
  ['before 1970', { expires: '1969-12-31' }, { ends: 'none' }],
  ['the end of the year 9999', { expires: '9999-12-31' }, { ends: Date.UTC(9999, 11, 30, 16) / 1000 }],
  ['a mark of direction before a date', { expires: '\u200e2030-03-18 01:46:40' }, { ends: usualEnd }],
  ['full-width digits', { expires: '２０３０-03-18' }, 'unreadable'],
  ['no date of registration', { created: '0000-00-00 00:00:00' }, { created: null }],
]

const characters: readonly HostileRow[] = [
  ['a NUL in a plan', { plan: 'a\0b', expires: '' }, { plan: 'ab' }],
  ['a line break in a plan', { plan: 'a\nb', expires: '' }, { plan: 'ab' }],
  ['an escape sign in a plan', { plan: '\u001b[31mred', expires: '' }, { plan: '[31mred' }],
  ['marks of direction in a plan', { plan: '\u202eyearly\u202c', expires: '' }, { plan: 'yearly' }],
  ['isolates of direction in a plan', { plan: '\u2066yearly\u2069', expires: '' }, { plan: 'yearly' }],
  ['an Arabic mark in a plan', { plan: '\u061cyearly', expires: '' }, { plan: 'yearly' }],
  ['half an emoji in a plan', { plan: 'a\ud83d', expires: '' }, { plan: 'a' }],
  ['a replacement character in a plan', { plan: 'a\ufffd', expires: '' }, { plan: 'a' }],
  ['an emoji of several people in a plan', { plan: '👨‍👩‍👧', expires: '' }, { plan: '👨‍👩‍👧' }],
  ['a formula in a plan', { plan: '=1+1', expires: '' }, { plan: '=1+1' }],
  ['a formula with a plus in a plan', { plan: '+cmd|calc', expires: '' }, { plan: '+cmd|calc' }],
  ['a formula with an at sign in a plan', { plan: '@SUM(1)', expires: '' }, { plan: '@SUM(1)' }],
  ['a script in a plan', { plan: '<script>alert(1)</script>', expires: '' }, { plan: '<script>alert(1)</script>' }],
  ['SQL in a plan', { plan: "'); drop table users;--", expires: '' }, { plan: "'); drop table users;--" }],
  ['quotation marks in a plan', { plan: 'a "b" c', expires: '' }, { plan: 'a "b" c' }],
  ['separators in a plan', { plan: 'a, b; c\td', expires: '' }, { plan: 'a, b; cd' }],
  ['the name of a property in a plan', { plan: 'constructor', expires: '' }, { plan: 'constructor' }],
  ['the name of a prototype in a plan', { plan: '__proto__', expires: '' }, { plan: '__proto__' }],
  ['a name of a method in a plan', { plan: 'toString', expires: '' }, { plan: 'toString' }],
  ['a formula as address', { email: '=cmd|calc' }, 'emailInvalid'],
  ['a formula that is an address', { email: '=1+1@x.example' }, { email: '=1+1@x.example' }],
  ['half an emoji in an address', { email: 'a\ud83d@x.example' }, 'emailInvalid'],
  [
    'a NUL in a salt',
    { password_algorithm: 'sha256salt', password_salt: 'a\0b', password_hash: hex('sha256', 'x') },
    { password: 'sha256salt' },
  ],
  [
    'half an emoji in a salt',
    { password_algorithm: 'sha256salt', password_salt: 'a\ud83d', password_hash: hex('sha256', 'x') },
    { password: 'sha256salt' },
  ],
  ['a formula as token', { token: '=HYPERLINK("x")' }, { token: null }],
  ['a script as inviter', { inviter: '<b>1</b>' }, { inviter: 'inviterUnknown' }],
  ['a flag that is a word', { banned: 'maybe' }, 'unreadable'],
  ['a flag that is NULL', { banned: 'NULL' }, { isBanned: false }],
]

const dumpCharacters: readonly HostileRow[] = [
  [
    'a NUL in a salt',
    { password_algo: 'sha256salt', password_salt: raw("'a\\0b'"), password: hex('sha256', 'x') },
    { password: 'none' },
  ],
  ['a NUL in a token', { token: raw(`'${token}\\0'`) }, { token }],
  ['a NUL in a plan', { plan_id: raw("'1\\0'") }, { plan: '1' }],
  ['a NUL in an id', { id: raw("'77001\\0'") }, { plan: '1' }],
  ['an escaped quote in an address', { email: raw("'o\\'b@x.example'") }, { email: "o'b@x.example" }],
  ['a doubled quote in an address', { email: raw("'o''c@x.example'") }, { email: "o'c@x.example" }],
  ['an address in double quotes', { email: raw('"dq@x.example"') }, { email: 'dq@x.example' }],
  ['an address in hexadecimal', { email: raw('0x6865784078782e6578616d706c65') }, { email: 'hex@xx.example' }],
  ['an address as X literal', { email: raw("X'6865794078782e6578616d706c65'") }, { email: 'hey@xx.example' }],
  ['an address with a character set', { email: raw("_utf8mb4'cs@x.example'") }, { email: 'cs@x.example' }],
  ['an escaped end of file in an address', { email: raw("'z\\Z@x.example'") }, 'emailInvalid'],
  ['an escaped backslash in an address', { email: raw("'b\\\\@x.example'") }, 'emailInvalid'],
  ['an unknown escape, which is its letter', { email: raw("'unk\\no\\w\\q@x.example'") }, 'emailInvalid'],
  ['an escaped percent sign', { email: raw("'pc\\d@x.example'") }, { email: 'pcd@x.example' }],
  ['a bit as flag', { banned: raw("b'1'") }, { isBanned: true }],
  ['a bit that is not set', { banned: raw("b'0'") }, { isBanned: false }],
  ['a flag in words', { banned: 'true' }, { isBanned: true }],
  ['a flag of two', { banned: 2 }, 'unreadable'],
  ['a word of the language in lower case', { expired_at: raw('null') }, { ends: 'never' }],
  ['a comment in the middle of a row', { balance: raw('/* 5, */ 7') }, { balance: 7 }],
  ['a sandbox comment in the middle of a row', { balance: raw('/*!999999\\- 5, */ 8') }, { balance: 8 }],
]

const inviters: readonly HostileRow[] = [
  ['nobody', { invite_user_id: null }, { inviter: null }],
  ['zero, which means nobody', { invite_user_id: 0 }, { inviter: null }],
  ['somebody earlier', { invite_user_id: row(1) }, { inviter: row(1) }],
  ['somebody who comes later', { invite_user_id: row(20) }, { inviter: row(20) }],
  ['the start of a chain', { invite_user_id: row(4) }, { inviter: row(4) }],
  ['the middle of a chain', { invite_user_id: row(5) }, { inviter: row(5) }],
  ['the end of a chain', { invite_user_id: row(6) }, { inviter: row(6) }],
  ['oneself', { invite_user_id: row(8) }, { inviter: 'inviteCycle' }],
  ['a circle of two, first', { invite_user_id: row(10) }, { inviter: 'inviteCycle' }],
  ['a circle of two, second', { invite_user_id: row(9) }, { inviter: 'inviteCycle' }],
  ['a circle of three, first', { invite_user_id: row(12) }, { inviter: 'inviteCycle' }],
  ['a circle of three, second', { invite_user_id: row(13) }, { inviter: 'inviteCycle' }],
  ['a circle of three, third', { invite_user_id: row(11) }, { inviter: 'inviteCycle' }],
  ['a member of a circle', { invite_user_id: row(12) }, { inviter: row(12) }],
  ['somebody who is not in the file', { invite_user_id: 99_999_999 }, { inviter: 'inviterUnknown' }],
  ['a negative id', { invite_user_id: -1 }, { inviter: 'inviterUnknown' }],
  ['a refused person who invited somebody', { email: 'bad', invite_user_id: row(1) }, 'emailInvalid'],
  ['a refused person', { invite_user_id: row(17) }, { inviter: 'inviterUnknown' }],
  ['a circle through a refused person', { email: 'also bad', invite_user_id: row(20) }, 'emailInvalid'],
  ['the other end of that circle', { invite_user_id: row(19) }, { inviter: 'inviterUnknown' }],
  ['a text', { invite_user_id: 'me' }, { inviter: 'inviterUnknown' }],
  ['an id with spaces', { invite_user_id: raw("' '") }, { inviter: null }],
]

const tokens: readonly HostileRow[] = [
  ['a usual token', { token }, { token }],
  ['the same token again, which stays with the first person', { token }, { token }],
  ['capitals make another token', { token: token.toUpperCase() }, { token: token.toUpperCase() }],
  ['no token', { token: '' }, { token: null }],
  ['NULL', { token: 'NULL' }, { token: null }],
  ['zero', { token: '0' }, { token: null }],
  ['a hyphen', { token: '-' }, { token: null }],
  ['a short token', { token: 'a1b2c3' }, { token: null }],
  ['fifteen characters', { token: 'a1b2c3d4e5f6a7b' }, { token: null }],
  ['sixteen characters', { token: 'a1b2c3d4e5f6a7b8' }, { token: 'a1b2c3d4e5f6a7b8' }],
  ['a long word', { token: 'premium-membership-plan' }, { token: null }],
  ['spaces around', { token: ' a1b2c3d4e5f6a7b9 ' }, { token: 'a1b2c3d4e5f6a7b9' }],
  ['a space inside', { token: 'a1b2c3d4 e5f6a7b8' }, { token: null }],
  ['Chinese characters', { token: '令牌令牌令牌令牌令牌令牌令牌令牌1' }, { token: null }],
  ['an address of Xboard', { token: 'https://p.example/s/a1b2c3d4e5f6a7ba' }, { token: 'a1b2c3d4e5f6a7ba' }],
  [
    'an address of V2board',
    { token: 'https://p.example/api/v1/client/subscribe?token=a1b2c3d4e5f6a7bb' },
    { token: 'a1b2c3d4e5f6a7bb' },
  ],
  [
    'an address with more parameters',
    { token: 'https://p.example/x?flag=meta&token=a1b2c3d4e5f6a7bc&x=1' },
    { token: 'a1b2c3d4e5f6a7bc' },
  ],
  ['an address of SSPanel', { token: 'https://p.example/sub/a1b2c3d4e5f6a7bd/clash' }, { token: 'a1b2c3d4e5f6a7bd' }],
  ['an address without a token', { token: 'https://p.example/user' }, { token: null }],
  ['an address of a program', { token: 'javascript:alert(1)' }, { token: null }],
  ['a path out of the folder', { token: '../../../../etc/passwd1' }, { token: null }],
  ['a formula', { token: '=1+1' }, { token: null }],
]

const hashes: readonly HostileRow[] = [
  ['bcrypt of PHP', { password: oldBcrypt }, { password: 'php' }],
  ['bcrypt of other libraries', { password: bcrypt('$2b$', '04') }, { password: 'php' }],
  ['old bcrypt', { password: bcrypt('$2a$', '04') }, { password: 'php' }],
  ['bcrypt of a broken library', { password: bcrypt('$2x$', '04') }, { password: 'php' }],
  ['a prefix that does not exist', { password: bcrypt('$2z$', '04') }, { password: 'none' }],
  ['a prefix without a letter', { password: bcrypt('$2$', '04') }, { password: 'none' }],
  ['a cost that takes days', { password: bcrypt('$2y$', '31') }, { password: 'none' }],
  ['a cost of 15', { password: bcrypt('$2y$', '15') }, { password: 'none' }],
  ['a cost of 14', { password: bcrypt('$2y$', '14') }, { password: 'php' }],
  ['a cost below the least', { password: bcrypt('$2y$', '03') }, { password: 'none' }],
  ['a cost of three digits', { password: bcrypt('$2y$', '010') }, { password: 'none' }],
  ['bcrypt that is cut off', { password: oldBcrypt.slice(0, -1) }, { password: 'none' }],
  ['bcrypt with a character more', { password: `${oldBcrypt}a` }, { password: 'none' }],
  ['bcrypt with a sign of another alphabet', { password: `${oldBcrypt.slice(0, -1)}+` }, { password: 'none' }],
  ['bcrypt with a NUL at the end', { password: raw(`'${oldBcrypt}\\0'`) }, { password: 'php' }],
  ['bcrypt although MD5 is named', { password: oldBcrypt, password_algo: 'md5' }, { password: 'php' }],
  ['argon2id of PHP', { password: argon() }, { password: 'php' }],
  ['argon2i of PHP', { password: argon(65_536, 4, 1, 'i') }, { password: 'php' }],
  ['argon2id that needs gigabytes', { password: argon(4_194_304) }, { password: 'none' }],
  ['argon2id that needs minutes', { password: argon(65_536, 400) }, { password: 'none' }],
  ['argon2id with a hundred threads', { password: argon(65_536, 4, 100) }, { password: 'none' }],
  ['argon2id of an old version', { password: argon(65_536, 4, 1, 'id', 16) }, { password: 'none' }],
  ['argon2id without a hash', { password: argon().slice(0, -43) }, { password: 'none' }],
  ['argon2id with a hash of a megabyte', { password: `${argon()}${'a'.repeat(1_000_000)}` }, { password: 'none' }],
  ['plain MD5', { password: hex('md5', 'x'), password_algo: 'md5' }, { password: 'md5' }],
  ['MD5 in capitals', { password: hex('md5', 'x').toUpperCase(), password_algo: 'md5' }, { password: 'md5' }],
  [
    'plain MD5 with a salt that does not count',
    { password: hex('md5', 'x'), password_algo: 'md5', password_salt: 'pepper' },
    { password: 'md5' },
  ],
  [
    'MD5 with a salt',
    { password: hex('md5', 'x'), password_algo: 'md5salt', password_salt: 'pepper' },
    { password: 'md5salt' },
  ],
  [
    'MD5 with a salt that is missing',
    { password: hex('md5', 'x'), password_algo: 'md5salt', password_salt: null },
    { password: 'md5salt' },
  ],
  ['MD5 without its name', { password: hex('md5', 'x') }, { password: 'none' }],
  ['MD5 named as SHA-256', { password: hex('md5', 'x'), password_algo: 'sha256' }, { password: 'none' }],
  ['SHA-256 named as MD5', { password: hex('sha256', 'x'), password_algo: 'md5' }, { password: 'none' }],
  ['SHA-256', { password: hex('sha256', 'x'), password_algo: 'sha256' }, { password: 'sha256' }],
  [
    'SHA-256 with a name in capitals',
    { password: hex('sha256', 'x'), password_algo: ' SHA256 ' },
    { password: 'sha256' },
  ],
  ['SHA-512, which no panel writes', { password: hex('sha512', 'x'), password_algo: 'sha512' }, { password: 'none' }],
  ['letters that are no digits', { password: 'g'.repeat(32), password_algo: 'md5' }, { password: 'none' }],
  ['a plain password', { password: 'hunter2' }, { password: 'none' }],
  ['no hash', { password: '' }, { password: 'none' }],
  ['NULL', { password: null }, { password: 'none' }],
]

const plans: readonly HostileRow[] = [
  ['a plan that exists', { plan_id: 1 }, { plan: '1', ends: usualEnd }],
  ['no plan', { plan_id: null }, { plan: null }],
  ['plan zero, which means none', { plan_id: 0 }, { plan: null }],
  ['an empty plan', { plan_id: '' }, { plan: null }],
  ['a plan in a text', { plan_id: '1' }, { plan: '1' }],
  ['a plan with spaces', { plan_id: ' 1 ' }, { plan: '1' }],
  ['banned', { banned: 1 }, { isBanned: true }],
  ['banned in a text', { banned: '1' }, { isBanned: true }],
  ['not banned', { banned: 0 }, { isBanned: false }],
  ['banned without a value', { banned: null }, { isBanned: false }],
  ['banned without time', { banned: 1, expired_at: 0 }, { isBanned: true, ends: 'none' }],
  ['banned for ever', { banned: 1, expired_at: null }, { isBanned: true, ends: 'never' }],
  ['an administrator', { is_admin: 1 }, { plan: '1', isBanned: false }],
  ['staff', { is_staff: 1 }, { plan: '1' }],
  ['an administrator who is banned', { is_admin: 1, banned: 1 }, { isBanned: true }],
  ['an administrator and staff', { is_admin: 1, is_staff: 1 }, { plan: '1' }],
  ['an administrator without a plan', { is_admin: 1, plan_id: null, expired_at: 0 }, { plan: null, ends: 'none' }],
  ['an administrator by an unreadable flag', { is_admin: 'x' }, { plan: '1' }],
  ['time without a plan', { plan_id: null, expired_at: usualEnd }, { plan: null, ends: usualEnd }],
  ['a plan without time', { expired_at: 0 }, { plan: '1', ends: 'none' }],
  ['a plan whose time is over', { expired_at: usualCreated }, { plan: '1', ends: usualCreated }],
]
/** Plans that the old shop does not have: the row is read, and refused at the start because no plan replaces it. */
const missingPlans: readonly HostileRow[] = [
  '2',
  '99',
  '-1',
  '1.0',
  '01',
  '1e0',
  'one',
  '一',
  '１',
  '1;2',
  '1=2',
  "1'",
  '"1"',
  '=1',
  '../1',
  '1\\',
  'NULL1',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'x'.repeat(300),
].map((plan) => [`the plan ${plan.slice(0, 20)}`, { plan_id: plan }, 'planUnmapped'])

const csvBalances: readonly HostileRow[] = [
  ['two decimals', { balance: '12.50' }, { balance: 1_250 }],
  ['one decimal', { balance: '12.5' }, { balance: 1_250 }],
  ['no decimals', { balance: '12' }, { balance: 1_200 }],
  ['a decimal comma', { balance: '12,50' }, { balance: 1_250 }],
  ['three decimals, of which the last is cut off', { balance: '12.345' }, { balance: 1_234 }],
  ['many decimals', { balance: '8.999999999' }, { balance: 899 }],
  ['a comma that can be of thousands', { balance: '1,234' }, 'unreadable'],
  ['thousands and decimals', { balance: '1,234.50' }, { balance: 123_450 }],
  ['thousands and decimals of other countries', { balance: '1.234,50' }, 'unreadable'],
  ['thousands with a space', { balance: '1 234.50' }, { balance: 123_450 }],
  ['a sign of a currency', { balance: '¥12.50' }, { balance: 1_250 }],
  ['a full-width sign of a currency', { balance: '￥12.50' }, { balance: 1_250 }],
  ['another currency', { balance: '12.50 USD' }, 'unreadable'],
  ['a negative balance', { balance: '-12.50' }, { balance: -1_250 }],
  ['a negative balance below one', { balance: '-0.50' }, { balance: -50 }],
  ['a balance in brackets', { balance: '(12.50)' }, 'unreadable'],
  ['a sign at the end', { balance: '12.50-' }, 'unreadable'],
  ['a balance that Excel has rounded', { balance: '1.25E+01' }, 'rounded'],
  ['a balance without units', { balance: '.50' }, 'unreadable'],
  ['twelve digits', { balance: '999999999999.99' }, { balance: 99_999_999_999_999 }],
  ['thirteen digits', { balance: '9999999999999' }, 'unreadable'],
  ['an empty balance', { balance: '' }, { balance: 0 }],
  ['a hyphen', { balance: '-' }, { balance: 0 }],
  ['a word', { balance: 'much' }, 'unreadable'],
]

export const traps: readonly Trap[] = [
  { name: 'addresses that look alike', source: 'xboard', rows: addresses },
  { name: 'invalid and international addresses', source: 'xboard', rows: invalidAddresses },
  { name: 'huge and negative numbers', source: 'xboard', rows: numbers },
  { name: 'times in seconds', source: 'xboard', rows: moments },
  { name: 'dates and amounts of SSPanel-UIM', source: 'sspanel', rows: panelMoments },
  { name: 'dates of a CSV file', source: 'csv', rows: csvMoments },
  { name: 'characters of a CSV file', source: 'csv', rows: characters },
  { name: 'literals of a dump', source: 'xboard', rows: dumpCharacters },
  { name: 'inviters', source: 'xboard', rows: inviters },
  { name: 'tokens', source: 'csv', rows: tokens },
  { name: 'hashes that lie', source: 'xboard', rows: hashes },
  { name: 'plans, bans and administrators', source: 'v2board', rows: plans },
  { name: 'plans that do not exist', source: 'v2board', rows: missingPlans },
  { name: 'balances of a CSV file', source: 'csv', rows: csvBalances },
]

const usual: Readonly<Record<ImportSource, Readonly<Record<string, Cell>>>> = {
  xboard: boardCells({ device_limit: null }),
  v2board: boardCells({}),
  sspanel: {
    money: raw('0.00'),
    pass: oldBcrypt,
    ref_by: 0,
    class: 1,
    class_expire: '2030-03-18 01:46:40',
    node_iplimit: 0,
    is_admin: 0,
    is_banned: 0,
    reg_date: '2020-09-13 20:26:40',
  },
  csv: {
    password_hash: oldBcrypt,
    password_algorithm: '',
    password_salt: '',
    expires: usualEnd,
    plan: '1',
    devices: '',
    balance: '',
    banned: '',
    token: '',
    inviter: '',
    created: '',
  },
}
function boardCells(more: Readonly<Record<string, Cell>>): Readonly<Record<string, Cell>> {
  return {
    invite_user_id: null,
    password: oldBcrypt,
    password_algo: null,
    password_salt: null,
    balance: 0,
    commission_balance: 0,
    banned: 0,
    is_admin: 0,
    is_staff: 0,
    plan_id: 1,
    token: '',
    expired_at: usualEnd,
    created_at: usualCreated,
    ...more,
  }
}

/** Id of a row: unique among all traps. */
export const idOfRow = (trap: Trap, number: number): number => (traps.indexOf(trap) + 1) * 1_000 + number

const isRef = (cell: Cell): cell is Ref => typeof cell === 'object' && cell !== null && 'row' in cell
const sqlOf = (cell: Cell): string => {
  if (cell === null) return 'NULL'
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return 'raw' in cell ? cell.raw : ''
  return `'${cell.replaceAll(/['\\]/g, '\\$&')}'`
}
const csvOf = (cell: Cell): string => {
  const text = cell === null ? '' : typeof cell === 'object' ? ('raw' in cell ? cell.raw : '') : String(cell)
  return `"${text.replaceAll('"', '""')}"`
}

/** File with all rows of these traps, which have the same source. */
export function hostileFile(of: readonly Trap[]): Buffer {
  const source = of[0]?.source ?? 'csv'
  const people = of.flatMap((trap) =>
    trap.rows.map(([, cells], index) => {
      const id = idOfRow(trap, index + 1)
      const merged: Record<string, Cell> = { id, email: `p${id}@hostile.example`, ...usual[source], ...cells }
      return Object.fromEntries(
        Object.entries(merged).map(([name, cell]) => [name, isRef(cell) ? idOfRow(trap, cell.row) : cell]),
      )
    }),
  )
  const columns = ['id', 'email', ...Object.keys(usual[source])]
  if (source === 'csv') {
    const lines = people.map((person) => columns.map((column) => csvOf(person[column] ?? null)).join(','))
    return Buffer.from(`${columns.join(',')}\r\n${lines.join('\r\n')}\r\n`)
  }
  const rows = people.map((person) => `(${columns.map((column) => sqlOf(person[column] ?? null)).join(',')})`)
  const table = source === 'sspanel' ? 'user' : 'v2_user'
  return Buffer.from(
    `INSERT INTO \`${table}\` (${columns.map((name) => `\`${name}\``).join(',')}) VALUES\n${rows.join(',\n')};\n`,
  )
}
