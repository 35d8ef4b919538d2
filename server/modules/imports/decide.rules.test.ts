import { describe, expect, it } from 'vitest'
import { decidePerson, type ImportChoice, type KnownPerson } from './decide.rules.ts'
import type { PersonRecord } from './readers/records.rules.ts'

const now = new Date('2026-06-01T00:00:00Z')
const day = 86_400
const at = (days: number) => ({ kind: 'at' as const, at: now.getTime() / 1000 + days * day })
const inDays = (days: number) => new Date(now.getTime() + days * day * 1000)
const choice: ImportChoice = { devices: { gold: 5 }, neverMonths: null, balancePerDay: null, language: 'en' }
const person = (more: Partial<PersonRecord> = {}): PersonRecord => ({
  oldId: '1',
  email: 'a@b.example',
  password: null,
  expiry: at(10),
  plan: 'gold',
  maxDevices: null,
  balanceMinor: 0,
  commissionMinor: 0,
  isBanned: false,
  token: null,
  inviterId: null,
  createdAt: null,
  ...more,
})
const known = (more: Partial<NonNullable<KnownPerson>> = {}): KnownPerson => ({
  isErased: false,
  hasJoined: false,
  expiresAt: inDays(10),
  isSame: false,
  ...more,
})
type How = { known?: KnownPerson; isTaken?: boolean; choice?: Partial<ImportChoice> }
const decide = (record: PersonRecord, how: How = {}) =>
  decidePerson(record, how.known ?? null, { isTaken: how.isTaken ?? false, choice: { ...choice, ...how.choice }, now })
const refused = (code: string, params?: Record<string, string>) => ({
  effect: 'refused',
  fault: params ? { code, params } : { code },
})

describe('a person in an import file', () => {
  it('a person of a file is imported with the remaining time, for the devices of the chosen plan', () => {
    expect(decide(person())).toEqual({
      effect: 'added',
      end: inDays(10),
      maxDevices: 5,
      seconds: 10 * day,
      creditSeconds: 0,
      restart: false,
      renews: true,
    })
  })

  it.each([
    ['ended', { expiry: at(-1) }],
    ['ends now', { expiry: at(0) }],
    ['has none', { expiry: { kind: 'none' } }],
    ['has no plan', { plan: null }],
    ['has no plan and no end', { plan: null, expiry: { kind: 'never' } }],
  ] as const)('a person whose time %s is imported without time, for which no plan is needed', (_name, more) => {
    const added = decide(person({ plan: 'unknown', ...more }))
    expect(added).toMatchObject({ effect: 'added', end: null, seconds: 0, maxDevices: 0 })
  })

  it('a person with remaining time is refused if no plan was chosen to replace the old one', () => {
    expect(decide(person({ plan: 'tin' }))).toEqual(refused('planUnmapped', { plan: 'tin' }))
    expect(decide(person({ plan: 'tin', maxDevices: 2 }))).toEqual(refused('planUnmapped', { plan: 'tin' }))
  })

  it('a membership without an end is refused or gets the chosen months; an end after more than 3,660 days is treated as none', () => {
    const ends = [{ kind: 'never' as const }, at(3_661)]
    for (const expiry of ends) {
      expect(decide(person({ expiry }))).toEqual(refused('neverEnds'))
      const added = decide(person({ expiry }), { choice: { neverMonths: 12 } })
      expect(added).toMatchObject({ effect: 'added', end: new Date('2027-06-01T00:00:00Z'), seconds: 365 * day })
    }
    expect(decide(person({ expiry: at(3_660) }))).toMatchObject({ effect: 'added', end: inDays(3_660) })
  })

  it('a device limit of the person, from 1 to 100, replaces that of the plan', () => {
    const devices = [null, 0, 1, 9, 100, 101].map((maxDevices) => decide(person({ maxDevices })))
    expect(devices.map((row) => 'maxDevices' in row && row.maxDevices)).toEqual([5, 1, 1, 9, 100, 100])
  })

  it('a person gets up to 3,660 whole days for a positive balance, and only if the operator chose to convert balances', () => {
    const days = (balanceMinor: number, balancePerDay: number | null) => {
      const row = decide(person({ balanceMinor, expiry: { kind: 'none' } }), { choice: { balancePerDay } })
      return 'creditSeconds' in row ? [row.creditSeconds / day, row.maxDevices] : null
    }
    expect([days(199, null), days(199, 100), days(200, 100), days(-500, 100), days(99, 100)]).toEqual([
      [0, 0],
      [1, 5],
      [2, 5],
      [0, 0],
      [0, 0],
    ])
    expect(days(10_000_000, 1)).toEqual([3_660, 5])
  })

  it('a person with days for a balance but without a plan gets one device', () => {
    const row = decide(person({ plan: null, balanceMinor: 100 }), { choice: { balancePerDay: 100 } })
    expect(row).toMatchObject({ creditSeconds: day, maxDevices: 1 })
  })

  it('a person is refused if the email address belongs to another account, or if the account was deleted', () => {
    expect(decide(person(), { isTaken: true })).toEqual(refused('emailTaken'))
    expect(decide(person(), { known: known({ isErased: true, isSame: true }), isTaken: true })).toEqual(
      refused('erased'),
    )
  })

  it('a second import of the same file leaves each person unchanged, whatever the operator chose', () => {
    expect(decide(person({ plan: 'tin' }), { known: known({ isSame: true }) })).toEqual({ effect: 'same' })
  })
})

describe('a person who changed since the last import file', () => {
  it('a changed person who has not signed in is imported anew, without days for the balance', () => {
    const row = decide(person({ expiry: at(3), balanceMinor: 500 }), { known: known(), choice: { balancePerDay: 100 } })
    expect(row).toEqual({
      effect: 'changed',
      end: inDays(3),
      maxDevices: 5,
      seconds: 3 * day,
      creditSeconds: 0,
      restart: true,
      renews: true,
    })
    expect(decide(person({ expiry: at(-3) }), { known: known() })).toMatchObject({
      end: null,
      seconds: 0,
      restart: true,
    })
  })

  it('a changed person who has signed in gets the days by which the new expiry is later, and keeps the account', () => {
    const joined = known({ hasJoined: true })
    const later = { effect: 'changed', seconds: 5 * day, restart: false, renews: false, end: inDays(15) }
    expect(decide(person({ expiry: at(15) }), { known: joined })).toMatchObject(later)
    expect(decide(person({ expiry: at(10), isBanned: true }), { known: joined })).toEqual({ effect: 'same' })
  })

  it('a changed person who has signed in and whose imported time is over gets the time from now', () => {
    for (const expiresAt of [null, inDays(-4)]) {
      const over = known({ hasJoined: true, expiresAt })
      expect(decide(person({ expiry: at(15) }), { known: over })).toMatchObject({
        effect: 'changed',
        seconds: 15 * day,
      })
      expect(decide(person({ expiry: at(-3) }), { known: over })).toEqual({ effect: 'same' })
    }
  })

  it('a changed person who has signed in loses no time if the new file has an earlier end', () => {
    const joined = known({ hasJoined: true })
    expect(decide(person({ expiry: at(9) }), { known: joined })).toEqual(refused('endsEarlier'))
    expect(decide(person({ expiry: { kind: 'none' } }), { known: joined })).toEqual(refused('endsEarlier'))
  })
})
