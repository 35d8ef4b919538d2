import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scheduleDeletion } from '#server/modules/accounts/deletion.service.ts'
import { findTerms } from '#server/modules/tunnels/entitlements.queries.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openCompany, type Company, type Person } from '../affiliates/affiliates.setup.ts'
import { readPage } from './pages.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const signIn = ({ userId }: Person, platform: string, deviceId = platform) =>
  db.asOwner<{ id: string }>(
    `insert into sessions (id, user_id, platform, device_id, ends_at)
     values (gen_random_uuid(), $1, $2, $3, now() + interval '1 day') returning id`,
    [userId, platform, deviceId],
  )
const bind = ({ userId }: Person, deviceId: string) =>
  db.asOwner<{ id: string }>(
    `insert into devices (id, user_id, device_id, os, name) values (gen_random_uuid(), $1, $2, 'ios', 'A phone') returning id`,
    [userId, deviceId],
  )
const show = ({ uid }: Person) => readPage(db.database, 'people.show', { user: String(uid) })
const aboutOrder = (order: string) => readPage(db.database, 'orders.show', { order })

describe('ending sessions', () => {
  it('ending all sessions leaves membership and tunnels unchanged', async () => {
    const person = await company.member()
    await signIn(person, 'ios')
    await signIn(person, 'web')
    const before = await findTerms(db.database, person.userId)
    const ended = await perform(db.database, 'people.end-sessions', { user: String(person.uid), reason: 'lost phone' })
    expect(ended).toEqual({ uid: person.uid, signIns: 2, platforms: ['ios', 'web'] })
    expect(await show(person)).toMatchObject({ sessions: [], acts: [{ action: 'people.end-sessions' }] })
    expect(await findTerms(db.database, person.userId)).toMatchObject({ expiresAt: before?.expiresAt, blockedAt: null })
  })

  it("ending one session leaves the others, and another user's session is refused", async () => {
    const [person, other] = [await company.person(), await company.person()]
    const [own] = await signIn(person, 'ios')
    await signIn(person, 'web')
    const [foreign] = await signIn(other, 'web')
    const user = String(person.uid)
    await perform(db.database, 'people.end-sessions', { user, session: own!.id, reason: 'x' })
    expect((await show(person)).sessions).toMatchObject([{ platform: 'web' }])
    await expect(
      perform(db.database, 'people.end-sessions', { user, session: foreign!.id, reason: 'x' }),
    ).rejects.toThrow('no such sign-in')
    expect((await show(other)).sessions).toHaveLength(1)
  })

  it('ending sessions is refused when there are none', async () => {
    const person = await company.person()
    await expect(
      perform(db.database, 'people.end-sessions', { user: String(person.uid), reason: 'x' }),
    ).rejects.toThrow('is not signed in anywhere')
  })
})

describe('removing a device', () => {
  it('removing a device lets another be added, ends only its sessions, and notifies the tunnels', async () => {
    const person = await company.member()
    const [device] = await bind(person, 'a phone')
    await bind(person, 'a tablet')
    await signIn(person, 'ios', 'a phone')
    await signIn(person, 'ios', 'a tablet')
    const before = await findTerms(db.database, person.userId)
    const input = { user: String(person.uid), device: device!.id, reason: 'lost' }
    expect(await perform(db.database, 'people.unbind-device', input)).toMatchObject({
      before: 2,
      after: 1,
      name: 'A phone',
    })
    const page = await show(person)
    expect([page.devices.length, page.sessions.length]).toEqual([1, 1])
    const after = await findTerms(db.database, person.userId)
    expect(after?.version).toBeGreaterThan(before?.version ?? 0)
    expect(after?.expiresAt).toEqual(before?.expiresAt)
    await expect(perform(db.database, 'people.unbind-device', input)).rejects.toThrow('no such device')
  })

  it("removing another user's device is refused", async () => {
    const [person, other] = [await company.person(), await company.person()]
    const [device] = await bind(other, 'not theirs')
    await expect(
      perform(db.database, 'people.unbind-device', { user: String(person.uid), device: device!.id, reason: 'x' }),
    ).rejects.toThrow('no such device')
    expect((await show(other)).devices).toHaveLength(1)
  })
})

describe('operator note', () => {
  it('a note is shown on the page of its user or order, and in the audit log without its text', async () => {
    const person = await company.person()
    const order = await company.order(person)
    const [row] = await db.asOwner<{ number: string }>('select number from orders where id = $1', [order.orderId])
    await perform(db.database, 'people.note', { user: String(person.uid), text: ' wrote twice ' })
    await perform(db.database, 'people.note', { order: row!.number, text: 'waits for the bank' })
    expect((await show(person)).notes).toMatchObject([{ by: 'ada', text: 'wrote twice', struck: null }])
    const page = await aboutOrder(order.orderId)
    expect(page.notes).toMatchObject([{ text: 'waits for the bank' }])
    expect(page.way.map(({ kind }) => kind)).toContain('note')
    const log = await db.asOwner<{ details: unknown }>(`select details from audit_log where action = 'people.note'`)
    expect(JSON.stringify(log)).not.toContain('bank')
  })

  it('a note is struck out once, stays readable, and cannot be edited or emptied', async () => {
    const person = await company.person()
    const { note } = await perform(db.database, 'people.note', { user: String(person.uid), text: 'a mistake' })
    await perform(db.database, 'people.strike-note', { note })
    expect((await show(person)).notes).toMatchObject([{ text: 'a mistake', struckBy: 'ada' }])
    await expect(perform(db.database, 'people.strike-note', { note })).rejects.toThrow(
      'There is no such note, or it is struck out already',
    )
    const [may] = await db.asOwner<{ may: boolean }>(
      `select has_column_privilege('wayfare_app', 'operator_notes', 'text', 'update') as may`,
    )
    expect(may?.may).toBe(false)
  })

  it('a note must name exactly one user or order', async () => {
    await expect(perform(db.database, 'people.note', { text: 'x' })).rejects.toThrow('either')
    const person = await company.person()
    const [user, order] = [String(person.uid), (await company.order(person)).orderId]
    await expect(perform(db.database, 'people.note', { user, order, text: 'x' })).rejects.toThrow('either')
  })

  it('notes are erased with the user, also those on orders', async () => {
    const person = await company.person()
    const order = await company.order(person)
    await perform(db.database, 'people.note', { user: String(person.uid), text: 'x' })
    await perform(db.database, 'people.note', { order: order.orderId, text: 'x' })
    await db.database.transaction((tx) => scheduleDeletion(tx, person.userId))
    await db.asOwner(`update account_deletions set erase_at = now() - interval '1 day' where user_id = $1`, [
      person.userId,
    ])
    await eraseDueAccounts(db.database)
    expect((await show(person)).notes).toEqual([])
    expect((await aboutOrder(order.orderId)).notes).toEqual([])
    await expect(perform(db.database, 'people.note', { order: order.orderId, text: 'x' })).rejects.toThrow('erased')
    expect((await aboutOrder(order.orderId)).notes).toEqual([])
  })
})
