import type { HashAlgorithm, ImportedHash, OrderRecord, PersonRecord, RowFault, UnreadRow } from './records.rules.ts'
import { Unreadable, cleanText } from './values.rules.ts'

/** Reads one column. If the value cannot be read, throws an error with the column's name. */
export function field<T>(column: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Unreadable ? new UnreadField({ code: error.why, column }) : error
  }
}

export class UnreadField extends Error {
  readonly fault: RowFault
  constructor(fault: RowFault) {
    super(`${fault.column}: ${fault.code}`)
    this.fault = fault
  }
}

/**
 * Collects the records of a file. A row that cannot be read becomes an entry in `unread` and does not stop the import.
 */
export function createCollector() {
  const people: PersonRecord[] = []
  const orders: OrderRecord[] = []
  const unread: UnreadRow[] = []
  const keep = <T>(into: T[], what: UnreadRow['what'], oldId: string, read: () => T | null): void => {
    try {
      const record = read()
      if (record !== null) into.push(record)
    } catch (error) {
      if (!(error instanceof UnreadField)) throw error
      unread.push({ what, oldId, ...error.fault })
    }
  }
  return {
    people,
    orders,
    unread,
    addPerson: (oldId: string, read: () => PersonRecord) => keep(people, 'person', oldId, read),
    addOrder: (oldId: string, read: () => OrderRecord | null) => keep(orders, 'order', oldId, read),
  }
}
export type Collector = ReturnType<typeof createCollector>

const hexLength: Readonly<Record<Exclude<HashAlgorithm, 'php'>, number>> = {
  md5: 32,
  md5salt: 32,
  sha256: 64,
  sha256salt: 64,
  sha3salt: 64,
}
/**
 * Password hashes as PHP's password_hash writes them, with the usual costs. Others are rejected, because a file with
 * extreme costs could make the server reserve gigabytes to check a password.
 */
const phpHash =
  /^\$(?:2[abxy]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}|argon2i?d?\$v=19\$m=(?:\d{1,5}|1\d{5}|2[0-5]\d{4}|26[01]\d{3}|262[01]\d\d),t=\d,p=\d\$[+/A-Za-z0-9]{11,86}\$[+/A-Za-z0-9]{16,172})$/

/**
 * Reads an imported password hash. Null if there is none that can be verified: the person then signs in by a code, or
 * sets a new password. PostgreSQL stores no NUL and no half characters, so a salt with them cannot be kept.
 */
export function readHash(algorithm: HashAlgorithm, hash: string, salt: string): ImportedHash | null {
  const text = cleanText(hash)
  if (phpHash.test(text)) return { algorithm: 'php', hash: text, salt: '' }
  if (algorithm === 'php' || !/^[0-9a-f]+$/i.test(text) || text.length !== hexLength[algorithm]) return null
  if (salt.includes('\0') || !salt.isWellFormed() || salt.includes('\uFFFD')) return null
  return { algorithm, hash: text.toLowerCase(), salt }
}
