import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ListedLinks } from './listed-links.ts'
import { readAlive } from './reports.service.ts'
import { readLines } from './report-lines.rules.ts'
import { largestReport, ReportLimits } from './report-size.rules.ts'
import { maxReported, readTraffic } from './reported-traffic.rules.ts'

const linesOf = (text: string) => [...readLines(Buffer.from(text))].flat()
const trafficOf = (body: object) =>
  linesOf(JSON.stringify(body)).flatMap(([key, value]) => readTraffic(key, value) ?? [])
const aliveOf = (body: object) => linesOf(JSON.stringify(body)).flatMap(([key, value]) => readAlive(key, value) ?? [])

describe('traffic report', () => {
  it('reads numbers with bytes from a traffic report, and an invalid line does not affect the others', () => {
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
    expect(trafficOf(body)).toEqual([
      { number: 1041, up: 1_200_345, down: 88_120_456 },
      { number: 1042, up: 901, down: 0 },
    ])
  })

  it('takes only whole bytes within bounds from any traffic report', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.string(), fc.nat().map(String)), fc.jsonValue()), (body) => {
        for (const { number, up, down } of trafficOf(body)) {
          expect(Number.isSafeInteger(number) && number > 0).toBe(true)
          for (const bytes of [up, down])
            expect(Number.isSafeInteger(bytes) && bytes >= 0 && bytes <= maxReported).toBe(true)
        }
      }),
    )
  })
})

describe('online report', () => {
  it('normalises IP addresses of an online report without ports or mapped IPv6, each once', () => {
    const addresses = [
      '203.0.113.7',
      '203.0.113.7:5120',
      '::ffff:203.0.113.7',
      '[2001:db8::7]:443',
      '2001:db8:0::7',
      'x',
      5,
    ]
    expect(aliveOf({ 1041: addresses, 1042: [], 1043: 'x', x: ['203.0.113.7'] })).toEqual([
      { number: 1041, addresses: ['203.0.113.7', '2001:db8:0:0:0:0:0:7'] },
      { number: 1042, addresses: [] },
    ])
  })

  it('takes at most 32 IP addresses per user link from an online report', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `203.0.${index >> 8}.${index & 255}`)
    expect(aliveOf({ 1041: many })[0]?.addresses).toHaveLength(32)
  })
})

describe('lines of a report', () => {
  it.each(['null', '"x"', '5', '', '[[1,2]]', '{', '{"1":[1,2]', '{"1":[1,2]}}', '{"1":[1,2],}', 'not json'])(
    'rejects the report %j',
    (text) => {
      expect(() => linesOf(text)).toThrow(SyntaxError)
    },
  )

  it.each(['{}', ' { } ', '[]'])('report %j has no lines, as PHP writes an empty one', (text) => {
    expect(linesOf(text)).toEqual([])
  })

  it('reads the same lines as JSON.parse, however the report is split', () => {
    const address = fc.oneof(
      fc.ipV4(),
      fc.ipV6().map((ip) => `[${ip}]:443`),
      fc.constant('],"1'),
      fc.string(),
    )
    const value = fc.oneof(fc.tuple(fc.nat(), fc.nat()), fc.array(address, { maxLength: 9 }))
    const report = fc.uniqueArray(fc.tuple(fc.integer({ min: 1 }), value), { selector: ([key]) => key, maxLength: 900 })
    fc.assert(
      fc.property(report, fc.constantFrom(undefined, 1), (entries, spaces) => {
        const body = Object.fromEntries(entries)
        expect(Object.fromEntries(linesOf(JSON.stringify(body, null, spaces)))).toEqual(
          JSON.parse(Buffer.from(JSON.stringify(body)).toString('latin1')),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('parses lines of a report in pieces of some kilobytes, so that the process is not blocked', () => {
    const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [index + 1, [index, 5_000_000]]))
    const pieces = [...readLines(Buffer.from(JSON.stringify(body)))]
    expect(pieces.flat()).toHaveLength(20_000)
    expect(Math.max(...pieces.map((piece) => JSON.stringify(piece).length))).toBeLessThan(16_384)
  })

  it('rejects a report with a line that never ends', () => {
    expect(() => linesOf(`{"1":[${'1,'.repeat(200_000)}1]}`)).toThrow(SyntaxError)
  })
})

describe('report limits', () => {
  it("rejects a report that is larger than the node's number of user links allows", () => {
    const limits = new ReportLimits()
    expect(limits.admitBytes(1, 10, largestReport(10), 0)).toBe(true)
    expect(limits.admitBytes(1, 10, largestReport(10) + 1, 0)).toBe(false)
  })

  it('rejects a report with more lines than the node has user links', () => {
    const limits = new ReportLimits()
    expect(limits.admitLines(1, 10, 10, 10, 0)).toBe(true)
    expect(limits.admitLines(1, 10, 1, 11, 0)).toBe(false)
  })

  it('allows a node twenty full reports a minute, by bytes and by lines', () => {
    const limits = new ReportLimits()
    const bytes = () => limits.admitBytes(1, 10, largestReport(10), 0)
    const lines = () => limits.admitLines(1, 10, 10, 10, 0)
    expect(Array.from({ length: 21 }, bytes)).toEqual([...Array.from({ length: 20 }, () => true), false])
    expect(Array.from({ length: 21 }, lines)).toEqual([...Array.from({ length: 20 }, () => true), false])
    expect(limits.admitBytes(2, 10, 100, 0)).toBe(true)
    expect(limits.admitBytes(1, 10, 100, 59_999)).toBe(false)
    expect(limits.admitBytes(1, 10, 100, 60_000)).toBe(true)
  })
})

describe('recently listed user links', () => {
  it('remembers a user link for 15 minutes after it was last listed', () => {
    const links = new ListedLinks()
    links.note(1, 0)
    links.note(2, 14 * 60_000)
    links.forgetOld(15 * 60_000)
    expect([links.has(1), links.has(2), links.size]).toEqual([true, true, 2])
    links.forgetOld(20 * 60_000 + 1)
    expect([links.has(1), links.has(2), links.size]).toEqual([false, true, 1])
  })
})
