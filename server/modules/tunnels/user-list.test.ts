import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { credentialOf, credentialsOf } from './credential.ts'
import type { Member } from './members.repo.ts'
import { buildUserList, isServed } from './user-list.ts'

const digest = createKeyedDigest(new Uint8Array(32).fill(5))
const now = Date.now()
const hour = 3_600_000
const member = (number: number, more: Partial<Member> = {}): Member => ({
  number,
  generation: 1,
  until: now + hour,
  trialFrom: null,
  ...more,
})
type User = { id: number; uuid: string; speed_limit: number; device_limit: number }
const build = async (rows: Member[], { group = 'eu', serves = 'both' as const, stamp = 's' } = {}) => {
  const list = await buildUserList(digest, { group, serves }, { stamp, rows, ahead: 0 })
  return { ...list, list: (JSON.parse(gunzipSync(list.packed).toString()) as { users: User[] }).users }
}

it('the user list of a node is never empty: it contains a sentinel user', async () => {
  const { list, users } = await build([])
  expect(users).toBe(0)
  expect(list).toEqual([
    { id: 1, uuid: credentialOf(digest, 'eu', { number: 1, generation: 0 }), speed_limit: 0, device_limit: 0 },
  ])
})

it("a credential is a UUID that differs by group and generation, and the sentinel's credential opens no other group", async () => {
  const uuids = [
    credentialOf(digest, 'eu', { number: 1001, generation: 1 }),
    credentialOf(digest, 'us', { number: 1001, generation: 1 }),
    credentialOf(digest, 'eu', { number: 1001, generation: 2 }),
    credentialOf(digest, 'eu', { number: 1002, generation: 1 }),
    credentialOf(digest, 'eu', { number: 1, generation: 0 }),
    credentialOf(digest, 'us', { number: 1, generation: 0 }),
  ]
  expect(new Set(uuids).size).toBe(6)
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect((await build([member(1001)])).list[1]?.uuid).toBe(uuids[0])
})

it('lists trial users on nodes that serve trials, and paid users on nodes that serve paid plans', () => {
  const trial = member(1, { trialFrom: now - 1 })
  const later = member(2, { trialFrom: now + 1 })
  const served = (one: Member) => (['paid', 'trial', 'both'] as const).filter((serves) => isServed(one, serves, now))
  expect(served(trial)).toEqual(['trial', 'both'])
  expect(served(later)).toEqual(['paid', 'both'])
  expect(served(member(3))).toEqual(['paid', 'both'])
  expect(served(member(4, { until: now }))).toEqual([])
})

it('the user list of a node states when it next changes by time, and then has another ETag', async () => {
  const rows = [
    member(1001),
    member(1002, { until: now + 2 * hour, trialFrom: now + hour / 2 }),
    member(1003, { until: now - 1 }),
  ]
  const first = await build(rows)
  expect(first.freshUntil).toBe(now + hour / 2)
  expect(first.list.map(({ id }) => id)).toEqual([1, 1001, 1002])
  expect((await build(rows)).etag).toBe(first.etag)
  expect((await build(rows.slice(0, 1))).etag).not.toBe(first.etag)
  expect((await build(rows, { group: 'us' })).etag).not.toBe(first.etag)
})

it('derives the ETag from the listed users, so that an expired user is removed even after a restart', async () => {
  const before = await build([member(1001), member(1002)])
  // A restarted server reads only active members, so it never saw the expired member.
  const after = await build([member(1001)])
  expect(after.etag).not.toBe(before.etag)
  expect((await build([member(1001), member(1002, { until: now - 1 })], { stamp: 't' })).etag).toBe(after.etag)
})

it('computes the same credential in a long list as for a single link', async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => member(index + 2_000, { generation: 1 + (index % 3) }))
  const { list } = await build(rows)
  expect(list.slice(1).map(({ id, uuid }) => [id, uuid])).toEqual(
    rows.map((row) => [row.number, credentialOf(digest, 'eu', row)]),
  )
  expect(new Set(list.map(({ uuid }) => uuid)).size).toBe(2_501)
  expect(credentialsOf(digest, 'eu', [])).toEqual([])
})

it('keeps credentials the same between releases, because apps would be locked out otherwise', () => {
  expect(credentialOf(digest, 'eu', { number: 1001, generation: 1 })).toBe('0f9aebbd-7014-4ab1-99c7-b3c4e1bb5e7d')
})
