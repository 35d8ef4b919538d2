import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { OperatorDesk, type Person } from '#tests/support/operator-desk.ts'

let db: TestDatabase
let ann: OperatorDesk
let bea: OperatorDesk
let beaHerself: Person
const desks: OperatorDesk[] = []
const databases: TestDatabase[] = []
beforeEach(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  databases.push(db)
  ann = await OperatorDesk.open(db, readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }))
  desks.push(ann)
  await ann.firstOwner()
  const hired = await ann.hire('bea', 'owner')
  bea = hired.desk
  beaHerself = hired.person
  desks.push(bea)
})
afterAll(async () => {
  await Promise.all(desks.map((desk) => desk.close()))
  for (const each of databases) await each.drop()
})

const idIn = (printed: string) => /approvals grant --id (\S+)/.exec(printed)?.[1] ?? ''
const take = {
  disable: 'operators disable --name NAME --reason test',
  demote: 'operators change --name NAME --role viewer',
  reset: 'operators reset-factor --name NAME --reason test',
} as const
const prepare = async (desk: OperatorDesk, what: keyof typeof take, name: string) => {
  const printed = await desk.run(take[what].replace('NAME', name))
  expect(printed).toContain('Nothing was done.')
  return idIn(printed)
}
const grant = (desk: OperatorDesk, id: string) => desk.run(['approvals', 'grant', '--id', id])
const stop = (desk: OperatorDesk, id: string) => desk.run(['approvals', 'refuse', '--id', id, '--reason', 'no'])
const passHours = (hours: number, id: string) =>
  db.asOwner(`update operator_proposals set prepared_at = prepared_at - make_interval(mins => $2) where id = $1`, [
    id,
    Math.round(hours * 60),
  ])
const owners = async () =>
  (
    await db.asOwner<{ name: string }>(
      `select name from operators where role = 'owner' and not demo and disabled_at is null and invited_until is null order by name`,
    )
  ).map(({ name }) => name)
const promo = (code: string, percent = 10) => `promos create --code ${code} --percent ${percent} --note test`
const third = async (name = 'cyn') => {
  const id = idIn(await ann.run(['operators', 'invite', '--name', name, '--role', 'owner']))
  const printed = await grant(bea, id)
  const desk = await OperatorDesk.open(db, readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }))
  desks.push(desk)
  await desk.accept(name, printed)
  return desk
}

describe('two owners', () => {
  it.each(['disable', 'demote', 'reset'] as const)('an owner cannot %s the other within a day', async (what) => {
    const id = await prepare(ann, what, 'bea')
    await passHours(23.9, id)
    await expect(grant(ann, id)).rejects.toThrow('You can approve it yourself from')
    expect(await owners()).toEqual(['ann', 'bea'])
    await passHours(0.1, id)
    await grant(ann, id)
    expect(await owners()).toEqual(['ann'])
  })

  it('an owner who stopped a proposal about them cannot be removed by it, however long it waits', async () => {
    const id = await prepare(ann, 'disable', 'bea')
    expect(await stop(bea, id)).toContain('its author cannot complete it alone any more')
    await expect(stop(bea, id)).rejects.toThrow('This has just been stopped or decided')
    await passHours(100, id)
    await expect(grant(ann, id)).rejects.toThrow('The owner concerned has stopped this')
    expect(await ann.run(['approvals', 'show', '--id', id])).toContain('The owner concerned stopped it')
    expect(await owners()).toEqual(['ann', 'bea'])
  })

  it('an owner is demoted when both agree', async () => {
    await grant(bea, await prepare(ann, 'demote', 'bea'))
    expect(await owners()).toEqual(['ann'])
  })

  it('an owner can disable their own account alone', async () => {
    expect(await bea.run('operators disable --name bea --reason left')).toContain('is disabled')
    expect(await owners()).toEqual(['ann'])
  })

  it('the remaining owner waits a day from then on, also for earlier proposals', async () => {
    const money = idIn(await ann.run(promo('MONEY', 60)))
    const id = await prepare(ann, 'disable', 'bea')
    await passHours(24, id)
    await passHours(48, money)
    await grant(ann, id)
    expect(await owners()).toEqual(['ann'])
    await expect(grant(ann, money)).rejects.toThrow('You can approve it yourself from')
    await db.asOwner(`update operators set not_owner_since = not_owner_since - interval '24 hours' where name = 'bea'`)
    expect(await grant(ann, money)).toContain('is valid now')
  })
})

describe('pending removal of an owner', () => {
  it('neither owner can run guarded actions until the proposal is withdrawn', async () => {
    const money = idIn(await bea.run(promo('BEFORE', 60)))
    const id = await prepare(ann, 'disable', 'bea')
    for (const desk of [ann, bea]) {
      await expect(desk.run(promo('BARRED'))).rejects.toThrow(
        'Until that is decided, neither of them can do anything that needs a code',
      )
      await expect(desk.run('limits change --promo-percent 90 --reason x')).rejects.toThrow('neither of them')
      await expect(desk.run(`${promo('BARRED')} --preview`)).rejects.toThrow('neither of them')
    }
    await expect(grant(ann, money)).rejects.toThrow(
      'Until that is decided, neither of them can do anything that needs a code',
    )
    await stop(bea, id)
    await expect(bea.run(promo('STOPPED'))).rejects.toThrow('neither of them')
    expect(await stop(ann, id)).toContain('Refused')
    expect(await bea.run(promo('AFTER'))).toContain('AFTER')
    expect(await grant(ann, money)).toContain('is valid now')
  })

  it('the proposal expires after seven days, and both owners can act again', async () => {
    const id = await prepare(ann, 'disable', 'bea')
    await passHours(7 * 24 - 0.1, id)
    await expect(bea.run(promo('SEVEN'))).rejects.toThrow('neither of them')
    await passHours(0.2, id)
    expect(await bea.run(promo('SEVEN'))).toContain('SEVEN')
  })

  it('other operators can act, and a third owner decides', async () => {
    const cyn = await third()
    const id = await prepare(ann, 'disable', 'bea')
    await passHours(48, id)
    await expect(grant(ann, id)).rejects.toThrow('Another operator must approve it')
    await expect(grant(bea, id)).rejects.toThrow('This is about you')
    expect(await cyn.run(promo('THIRD'))).toContain('THIRD')
    await stop(bea, id)
    await grant(cyn, id)
    expect(await owners()).toEqual(['ann', 'cyn'])
    expect(await ann.run(promo('DECIDED'))).toContain('DECIDED')
  })

  it('a third owner refuses, and both owners can act again', async () => {
    const cyn = await third()
    const id = await prepare(ann, 'demote', 'bea')
    expect(await stop(cyn, id)).toContain('Refused')
    expect(await bea.run(promo('REFUSED'))).toContain('REFUSED')
    expect(await owners()).toEqual(['ann', 'bea', 'cyn'])
  })

  it('two proposals of owners to remove each other are granted at once: only one is executed', async () => {
    const mine = await prepare(ann, 'disable', 'bea')
    const theirs = await prepare(bea, 'disable', 'ann')
    await passHours(24, mine)
    await passHours(24, theirs)
    const both = await Promise.allSettled([grant(ann, mine), grant(bea, theirs)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await owners()).toHaveLength(1)
  })

  it('a grant and a stop at the same time: only one succeeds', async () => {
    const id = await prepare(ann, 'disable', 'bea')
    await passHours(24, id)
    const [granted, stopped] = await Promise.allSettled([grant(ann, id), stop(bea, id)])
    const left = await owners()
    expect(left).toEqual(granted.status === 'fulfilled' ? ['ann'] : ['ann', 'bea'])
    expect(stopped.status === 'fulfilled').toBe(granted.status === 'rejected')
  })

  it("a disabled owner's proposal blocks nobody and is not executed", async () => {
    const cyn = await third()
    const id = await prepare(bea, 'disable', 'ann')
    const back = await prepare(ann, 'disable', 'bea')
    await grant(cyn, back)
    await expect(grant(cyn, id)).rejects.toThrow('bea may no longer do this')
    expect(await ann.run(promo('FREE'))).toContain('FREE')
  })
})

it('a new owner who never signed in can be disabled by one owner at once', async () => {
  const id = idIn(await ann.run(['operators', 'invite', '--name', 'eve', '--role', 'owner']))
  await grant(bea, id)
  expect(await ann.run('operators disable --name eve --reason wrong_person')).toContain('is disabled')
})

it('disabling an operator names the valid API keys that they made', async () => {
  await db.asOwner(
    `insert into api_keys (id, name, prefix, key_hash, scopes, created_by, revoked_at, expires_at)
     select gen_random_uuid(), name, 'x', sha256(name::bytea), '{orders:read}', who, revoked, expires
     from (values ('books', 'bea', null::timestamptz, null::timestamptz), ('stats', 'bea', null, now() + interval '1 day'),
       ('ended', 'bea', now(), null), ('expired', 'bea', null, now() - interval '1 day'), ('own', 'ann', null, null))
       as k (name, who, revoked, expires)`,
  )
  expect(await bea.run('operators disable --name bea --reason left')).toContain(
    'API keys that they made stay valid: books, stats. Revoke those',
  )
})

it('an owner who lost all sign-in methods is reset by the other owner after a day', async () => {
  const id = await prepare(ann, 'reset', 'bea')
  await passHours(24, id)
  await bea.accept(beaHerself.name, await grant(ann, id))
  expect(await owners()).toEqual(['ann', 'bea'])
})

it("proposals prepared before a reset of the author's sign-in are not executed", async () => {
  const money = idIn(await bea.run(promo('STOLEN', 60)))
  const id = await prepare(ann, 'reset', 'bea')
  await passHours(24, id)
  await bea.accept(beaHerself.name, await grant(ann, id))
  await expect(grant(ann, money)).rejects.toThrow('There is no such open proposal')
  expect(await db.asOwner(`select from promo_codes where code = 'STOLEN'`)).toHaveLength(0)
})
