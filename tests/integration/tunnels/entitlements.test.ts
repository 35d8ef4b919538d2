import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markErased, scheduleDeletion } from '#server/modules/accounts/deletion.service.ts'
import { bindDevice, unbindDevice } from '#server/modules/devices/devices.service.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { grantPlan, grantTime, reverseGrant } from '#server/modules/membership/membership.service.ts'
import type { EntitlementState } from '#server/modules/tunnels/entitlement.rules.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createUser } from '#tests/support/factories.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { countRounds } from '#tests/support/race-rounds.ts'
import { readEntitlement } from '#server/modules/tunnels/entitlements.queries.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 24 })
  // Raises the limits, because one operator acts on many users here.
  await db.asOwner(
    `insert into settings (key, value) values ('operatorLimits', '{"personActs": 200, "giftPeople": 1000}')`,
  )
})
afterAll(() => db.drop())

const digest = createKeyedDigest(new Uint8Array(32).fill(3))
const read = (userId: string) => readEntitlement(db.database, digest, userId)
const hour = 3_600

type Piece = { kind: 'gift' | 'trial' | 'plan'; seconds: number; devices: number; sourceId: string }
type Model = {
  pieces: Piece[]
  devices: string[]
  blocked: boolean
  erased: boolean
  hadTrial: boolean
  version: number
}
type Person = { userId: string; uid: number; accountName: string; model: Model }

const give = (userId: string, source: 'operator' | 'trial', sourceId: string, seconds: number) =>
  db.database.transaction((tx) => grantTime(tx, { userId, source, sourceId, seconds, note: null }))
const plan = { months: 1, bonusDays: 0, maxDevices: 5 }
const buy = (userId: string, sourceId: string) =>
  db.database.transaction((tx) => grantPlan(tx, { userId, source: 'order', sourceId, ...plan }))
const bind = (userId: string, deviceId: string) =>
  db.database.transaction((tx) => bindDevice(tx, userId, { platform: 'ios', deviceId }, 99))
const raised = (model: Model, changed: Partial<Model>): Model => ({
  ...model,
  ...changed,
  version: Math.max(model.version, 0) + 1,
})

/**
 * Each action has a real effect and returns the expected state. Actions without a change do not increment the version.
 */
const acts: Readonly<Record<string, (person: Person) => Promise<Model>>> = {
  async gift({ userId, model }) {
    const sourceId = crypto.randomUUID()
    await give(userId, 'operator', sourceId, hour)
    return raised(model, { pieces: [...model.pieces, { kind: 'gift', seconds: hour, devices: 0, sourceId }] })
  },
  async trial({ userId, model }) {
    await give(userId, 'trial', userId, 900)
    if (model.hadTrial) return model
    const piece = { kind: 'trial', seconds: 900, devices: 0, sourceId: userId } as const
    return raised(model, { hadTrial: true, pieces: [...model.pieces, piece] })
  },
  async buy({ userId, model }) {
    const sourceId = crypto.randomUUID()
    const seconds = (await buy(userId, sourceId))?.seconds as number
    return raised(model, { pieces: [...model.pieces, { kind: 'plan', seconds, devices: 5, sourceId }] })
  },
  async refund({ model }) {
    const at = model.pieces.findIndex(({ kind }) => kind === 'plan')
    if (at < 0) return model
    const { sourceId } = model.pieces[at] as Piece
    const reversal = { source: 'order', sourceId, reversedBy: crypto.randomUUID(), note: null } as const
    await db.database.transaction((tx) => reverseGrant(tx, reversal))
    return raised(model, { pieces: model.pieces.toSpliced(at, 1) })
  },
  async bind({ userId, model }) {
    const deviceId = crypto.randomUUID()
    await bind(userId, deviceId)
    return raised(model, { devices: [...model.devices, deviceId] })
  },
  async renew({ userId, model }) {
    if (model.devices[0] !== undefined) await bind(userId, model.devices[0])
    return model
  },
  async unbind({ userId, model }) {
    const [first] = await listDevices(db.database, userId)
    if (!first) return model
    await db.database.transaction((tx) => unbindDevice(tx, userId, first.id))
    return raised(model, { devices: model.devices.filter((deviceId) => deviceId !== first.deviceId) })
  },
  async block({ uid, model }) {
    if (model.blocked) return model
    await perform(db.database, 'people.block', { user: String(uid), toldReason: 'x', reason: 'a test' })
    return raised(model, { blocked: true })
  },
  async unblock({ uid, model }) {
    if (!model.blocked) return model
    await perform(db.database, 'people.unblock', { user: String(uid), reason: 'a test' })
    return raised(model, { blocked: false })
  },
  async erase({ userId, model }) {
    if (model.erased) return model
    await db.database.transaction((tx) => scheduleDeletion(tx, userId))
    await db.database.transaction((tx) => markErased(tx, userId))
    return raised(model, { erased: true })
  },
}

function stateOf({ erased, blocked, pieces }: Model): EntitlementState {
  if (erased) return 'erased'
  if (blocked) return 'blocked'
  return pieces.length > 0 ? 'active' : 'expired'
}
const devicesOf = ({ pieces }: Model) => (pieces.some(({ kind }) => kind === 'plan') ? 5 : 1)
const planOf = ({ pieces }: Model) => (pieces.length === 1 && pieces[0]?.kind === 'trial' ? 'trial' : 'paid')

/** A membership begins with its first grant or block, so devices before it do not count. */
async function start(): Promise<Person> {
  const person = await createUser(db.database)
  await db.asOwner('insert into memberships (user_id) values ($1)', [person.userId])
  const model = { pieces: [], devices: [], blocked: false, erased: false, hadTrial: false, version: 1 }
  return { ...person, model }
}

describe('entitlement of a user', () => {
  it("the entitlement follows from the user's history in any order, and each change increments the version once", async () => {
    const order = fc.array(fc.constantFrom(...Object.keys(acts)), { minLength: 1, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(order, async (names) => {
        let person = await start()
        const began = Date.now()
        for (const name of names) {
          person = { ...person, model: await acts[name]!(person) }
          const { validUntil, ...entitlement } = await read(person.userId)
          expect(entitlement, `${name} of ${names.join(', ')}`).toMatchObject({
            state: stateOf(person.model),
            plan: planOf(person.model),
            maxDevices: devicesOf(person.model),
            version: person.model.version,
          })
          if (entitlement.state !== 'active' || !validUntil) continue
          const seconds = person.model.pieces.reduce((sum, piece) => sum + piece.seconds, 0)
          const late = validUntil.getTime() - seconds * 1_000 - began
          expect(late, 'the end is where the pieces end').toBeGreaterThan(-5_000)
          expect(late).toBeLessThan(Date.now() - began + 5_000)
        }
      }),
      { numRuns: countRounds(1_000, 40) },
    )
  })

  it('twenty concurrent changes are all counted', async () => {
    const { userId, uid } = await start()
    const gifts = Array.from({ length: 10 }, () => give(userId, 'operator', crypto.randomUUID(), hour))
    const devices = Array.from({ length: 9 }, () => bind(userId, crypto.randomUUID()))
    const block = perform(db.database, 'people.block', { user: String(uid), toldReason: 'x', reason: 'a test' })
    await Promise.all([...gifts, block, ...devices])
    expect(await read(userId)).toMatchObject({ version: 21, state: 'blocked' })
  })

  it('the entitlement names the user only by a pseudonym', async () => {
    const { userId, uid, accountName } = await start()
    const { subject } = await read(userId)
    expect(subject).toMatch(/^wf_[a-z2-7]{20}$/)
    expect([userId, String(uid), accountName].some((known) => subject.includes(known))).toBe(false)
    const stranger = await createUser(db.database)
    expect(await read(stranger.userId)).toMatchObject({ state: 'expired', version: 0, validUntil: null })
  })

  it('operators can read the entitlement', async () => {
    const { userId, uid } = await start()
    await give(userId, 'operator', crypto.randomUUID(), hour)
    const shown = await perform(
      db.database,
      'tunnels.show',
      { user: String(uid) },
      { config: { secretKey: new Uint8Array(32).fill(3) } as never },
    )
    expect(shown).toMatchObject({
      uid,
      state: 'active',
      plan: 'paid',
      version: 2,
      subject: (await read(userId)).subject,
    })
  })
})

describe('changes made by SQL', () => {
  const versionOf = async (userId: string) => (await read(userId)).version
  it.each([
    ['another end of the membership', `update memberships set expires_at = now() where user_id = $1`],
    ['another device count', `update memberships set max_devices = 9 where user_id = $1`],
    ['another start of the trial', `update memberships set trial_from = now() where user_id = $1`],
    ['a version set by hand', `update memberships set expires_at = now(), version = version where user_id = $1`],
    ['a block', `insert into account_blocks (user_id) values ($1)`],
    ['a device', `insert into devices (id, user_id, device_id, os) values (gen_random_uuid(), $1, 'x', 'ios')`],
    [
      'an erasure',
      `insert into account_deletions (user_id, erase_at) values ($1, now()); update account_deletions set erased_at = now() where user_id = $1`,
    ],
  ])('a change by SQL increments the version: %s', async (_what, statement) => {
    const { userId } = await start()
    for (const part of statement.split('; ')) await db.asOwner(part, [userId])
    expect(await versionOf(userId)).toBe(2)
  })

  it('an unblock and a removed device written by hand increment the version', async () => {
    const { userId } = await start()
    await db.asOwner(`insert into account_blocks (user_id) values ($1)`, [userId])
    await db.asOwner(`insert into devices (id, user_id, device_id, os) values (gen_random_uuid(), $1, 'x', 'ios')`, [
      userId,
    ])
    await db.asOwner(`delete from account_blocks where user_id = $1`, [userId])
    await db.asOwner(`delete from devices where user_id = $1`, [userId])
    expect(await read(userId)).toMatchObject({ version: 5, state: 'expired' })
  })

  it('unrelated changes do not increment the version, and it cannot be lowered', async () => {
    const { userId } = await start()
    await db.asOwner(`update memberships set told_end = now(), total_seconds = 5 where user_id = $1`, [userId])
    expect(await versionOf(userId)).toBe(1)
    await expect(db.asOwner(`update memberships set version = 0 where user_id = $1`, [userId])).rejects.toThrow(
      'never falls',
    )
  })
})
