import { describe, expect, it } from 'vitest'
import {
  hostileFile,
  idOfRow,
  traps,
  usualEnd,
  type HostileRow,
  type Outcome,
  type Trap,
} from '#tests/support/hostile-people.ts'
import { storeImported, verifyImported } from '#server/platform/imported-password.ts'
import { oldPassword } from '#tests/support/moving-in.ts'
import { decidePerson } from './decide.rules.ts'
import { readSourceFile } from './readers/read-source.rules.ts'
import type { PersonRecord } from './readers/records.rules.ts'
import { stageRows, type InviteRecord, type StagedRow } from './stage.rules.ts'

const options = { offset: 480, algorithm: 'php', salt: '' } as const
const choice = { devices: { 1: 3 }, neverMonths: 12, balancePerDay: null, language: 'en' } as const

/** Reads the file of a trap and returns the rows that an import would stage. */
function stage(trap: Trap): StagedRow[] {
  const file = readSourceFile(hostileFile([trap]), { ...options, source: trap.source })
  expect(file.people.length + file.unread.length).toBe(trap.rows.length)
  return stageRows(file, (id) => id)
}

const partsOf = (
  person: PersonRecord,
  email: string | null,
  inviter: Exclude<Outcome['inviter'], undefined>,
): Required<Outcome> => ({
  email: email ?? '',
  ends: person.expiry.kind === 'at' ? person.expiry.at : person.expiry.kind,
  plan: person.plan,
  devices: person.maxDevices,
  balance: person.balanceMinor,
  password: person.password?.algorithm ?? 'none',
  isBanned: person.isBanned,
  token: person.token,
  created: person.createdAt,
  inviter,
})

function outcomeOf(trap: Trap, [, cells]: HostileRow, number: number, staged: readonly StagedRow[]) {
  const own = cells.id === undefined ? String(idOfRow(trap, number)) : null
  const people = staged.filter(({ kind }) => kind === 'person')
  const written = typeof cells.id === 'number' ? String(cells.id) : cells.id === null ? '' : '77001'
  const doubled =
    typeof cells.id === 'object' && cells.id !== null && 'row' in cells.id ? String(idOfRow(trap, cells.id.row)) : null
  const found =
    doubled === null
      ? people.find(({ oldId }) => oldId === (own ?? written))
      : people.findLast(({ oldId }) => oldId === doubled)
  if (found === undefined || found.kind !== 'person') throw new Error(`row ${number} is nowhere`)
  if (found.refusal !== null) return found.refusal.code
  const invite = staged.find(({ kind, oldId }) => kind === 'invite' && oldId === found.oldId)
  const inviter =
    invite === undefined
      ? null
      : invite.refusal === null
        ? { row: Number((invite.record as InviteRecord).inviterId) - idOfRow(trap, 0) }
        : (invite.refusal.code as 'inviteCycle')
  const person = found.record as PersonRecord
  const decided = decidePerson(person, null, { isTaken: false, choice, now: new Date(usualEnd * 1000 - 86_400_000) })
  return decided.effect === 'refused' ? decided.fault.code : partsOf(person, found.email, inviter)
}

describe('hashes that were imported', () => {
  const trap = traps.find(({ name }) => name === 'hashes that lie')!
  const people = stage(trap).flatMap((row) => (row.kind === 'person' && row.record ? [row.record] : []))
  const hashes = people.flatMap(({ password }) => (password === null ? [] : [password]))
  // bcrypt with a cost of 14 takes about a second per check, so its hashes are left out.
  const quick = hashes.filter(({ hash }) => !hash.startsWith('$2y$14'))

  it('imported hashes are verified without an error, and let nobody in with another password', async () => {
    expect(quick.length).toBeGreaterThan(12)
    for (const { algorithm, hash, salt } of quick)
      expect(await verifyImported(storeImported(algorithm, hash, salt), 'another password')).toBe(false)
  })

  it('imported bcrypt hashes let their owners in, whichever of $2a$, $2b$, $2x$ and $2y$ a library wrote', async () => {
    const bcrypts = quick.filter(({ hash }) => hash.startsWith('$2'))
    expect(new Set(bcrypts.map(({ hash }) => hash.slice(0, 4)))).toEqual(new Set(['$2a$', '$2b$', '$2x$', '$2y$']))
    for (const { algorithm, hash, salt } of bcrypts)
      expect(await verifyImported(storeImported(algorithm, hash, salt), oldPassword)).toBe(true)
  })
})

describe.each(traps)('$name in a file of $source', (trap) => {
  const staged = stage(trap)

  it('the table of rows has at least twenty rows', () => expect(trap.rows.length).toBeGreaterThanOrEqual(20))

  it.each(trap.rows.map((row, index) => [row[0], row, index + 1] as const))('%s', (_title, row, number) => {
    const found = outcomeOf(trap, row, number, staged)
    const becomes = row[2]
    // Only the parts that the row names are compared.
    expect(found).toEqual(typeof becomes === 'string' || typeof found === 'string' ? becomes : { ...found, ...becomes })
  })
})
