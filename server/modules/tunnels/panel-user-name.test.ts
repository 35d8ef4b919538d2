import { expect, it } from 'vitest'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { subjectOf } from './panel-user-name.ts'

const digest = createKeyedDigest(new Uint8Array(32).fill(7))
const people = Array.from({ length: 2_000 }, () => crypto.randomUUID())

it('the pseudonym of a user at providers has twenty base32 letters, is stable, and differs by user and deployment', () => {
  const subjects = people.map((userId) => subjectOf(digest, userId))
  for (const subject of subjects) expect(subject).toMatch(/^wf_[a-z2-7]{20}$/)
  expect(people.map((userId) => subjectOf(digest, userId))).toEqual(subjects)
  expect(new Set(subjects).size).toBe(people.length)
  const elsewhere = createKeyedDigest(new Uint8Array(32).fill(8))
  expect(subjectOf(elsewhere, people[0]!)).not.toBe(subjects[0])
})

it("each letter of a user's pseudonym at providers carries five bits of the digest", () => {
  const bytes = Buffer.alloc(32)
  for (const [index, byte] of [0x08, 0x86, 0x42, 0x98, 0xe8, 0x4a, 0x96, 0xc6, 0xb9, 0xf0, 0x8c, 0xa7, 0x4a].entries())
    bytes[index] = byte
  expect(subjectOf(() => bytes, 'someone')).toBe('wf_bcdefghijklmnopqrstu')
})
