import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addProof,
  deviceMarkDays,
  holdsProof,
  readDeviceMark,
  writeDeviceMark,
  type DeviceMark,
} from './device-mark.rules.ts'

const day = 86_400_000
const prover = (account: string) => (name: string, at: number) =>
  createHash('sha256').update(`${account} ${name} ${at}`).digest('base64url').slice(0, 22)
const empty: DeviceMark = { name: 'A'.repeat(22), entries: [] }
const now = new Date('2026-11-22T12:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * day)

describe('known-browser mark', () => {
  it('the mark of a browser proves that an account signed in with that browser, and proves no other account', () => {
    const mark = addProof(empty, now, prover('maya'))
    expect(holdsProof(mark, now, prover('maya'))).toBe(true)
    expect(holdsProof(mark, now, prover('ben'))).toBe(false)
    expect(holdsProof({ ...mark, name: 'B'.repeat(22) }, now, prover('maya'))).toBe(false)
  })

  it(`a known-browser mark is valid for ${deviceMarkDays} days, even if the day written in it is changed`, () => {
    const mark = addProof(empty, now, prover('maya'))
    expect(holdsProof(mark, later(deviceMarkDays - 1), prover('maya'))).toBe(true)
    expect(holdsProof(mark, later(deviceMarkDays), prover('maya'))).toBe(false)
    const moved = { ...mark, entries: mark.entries.map((entry) => ({ ...entry, day: entry.day + 50 })) }
    expect(holdsProof(moved, later(deviceMarkDays), prover('maya'))).toBe(false)
  })

  it('a known-browser mark holds the five accounts that signed in last, each once', () => {
    const accounts = ['one', 'two', 'three', 'four', 'five', 'six', 'three']
    const mark = accounts.reduce((known, account) => addProof(known, now, prover(account)), empty)
    const held = ['one', 'two', 'three', 'four', 'five', 'six'].filter((account) =>
      holdsProof(mark, now, prover(account)),
    )
    expect(held).toEqual(['two', 'three', 'four', 'five', 'six'])
    expect(mark.entries).toHaveLength(5)
  })

  it('reads a mark from among other cookies, and accepts no other text', () => {
    const mark = addProof(addProof(empty, now, prover('maya')), later(3), prover('ben'))
    const written = writeDeviceMark(mark)
    expect(readDeviceMark(`lang=en; known_device=${written}; other=1`)).toEqual(mark)
    expect(readDeviceMark(`known_device=${written}`)).toEqual(mark)
    expect(readDeviceMark(`lang=en;known_device=${written};other=1`)).toEqual(mark)
    expect(readDeviceMark(`lang=en;  known_device=${written}`)).toEqual(mark)
    for (const none of [
      undefined,
      '',
      'lang=en',
      'known_device=',
      `xknown_device=${written}`,
      `known_device=${written}!`,
    ])
      expect(readDeviceMark(none)).toBeNull()
    fc.assert(fc.property(fc.string(), (text) => readDeviceMark(`known_device=${text}`) === null))
  })
})
