import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAlive } from './read-alive.ts'
import { maxReported, readTraffic } from './usage.rules.ts'

describe('a report of traffic', () => {
  it('is numbers with bytes; a line that cannot be costs no other line', () => {
    const body = {
      1041: [1_200_345, 88_120_456],
      1042: [901, 0],
      1043: [-1, 5],
      1044: [1e300, 5],
      1045: [5, maxReported + 1],
      1046: ['5', 5],
      1047: [0.5, 5],
      1048: [5],
      1049: null,
      1050: [0, 0],
      '-3': [1, 1],
      '007': [1, 1],
      '1e3': [1, 1],
      __proto__: [1, 1],
      '12345678901234567890': [1, 1],
    }
    expect(readTraffic(body)).toEqual([
      { number: 1041, up: 1_200_345, down: 88_120_456 },
      { number: 1042, up: 901, down: 0 },
    ])
  })

  it.each([null, [], 'x', 5, undefined, [[1, 2]]])('is none: %j', (body) => {
    expect(readTraffic(body)).toBeNull()
    expect(readAlive(body)).toBeNull()
  })

  it('never gives anything but whole bytes within bounds, whatever is sent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.string(), fc.nat().map(String)), fc.jsonValue()), (body) => {
        for (const { number, up, down } of readTraffic(body) ?? []) {
          expect(Number.isSafeInteger(number) && number > 0).toBe(true)
          for (const bytes of [up, down])
            expect(Number.isSafeInteger(bytes) && bytes >= 0 && bytes <= maxReported).toBe(true)
        }
      }),
    )
  })
})

describe('a report of who is online', () => {
  it('is addresses, without ports and without the dress of IPv6 around IPv4, each once', () => {
    const addresses = [
      '203.0.113.7',
      '203.0.113.7:5120',
      '::ffff:203.0.113.7',
      '[2001:db8::7]:443',
      '2001:db8:0::7',
      'x',
      5,
    ]
    expect(readAlive({ 1041: addresses, 1042: [], 1043: 'x', x: ['203.0.113.7'] })).toEqual({
      numbers: [1041, 1042],
      seen: [
        { number: 1041, address: '203.0.113.7' },
        { number: 1041, address: '2001:db8:0:0:0:0:0:7' },
      ],
    })
  })

  it('takes 32 addresses of a link and no more', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `203.0.${index >> 8}.${index & 255}`)
    expect(readAlive({ 1041: many })?.seen).toHaveLength(32)
  })
})
