import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beijingDay, beijingDayBefore, fromBeijingDayDigits, toBeijingDigits } from './beijing-time.rules.ts'

describe('Beijing time', () => {
  it('Beijing time is eight hours ahead, written as digits', () => {
    expect(toBeijingDigits(new Date('2026-11-20T01:14:05.999Z'))).toBe('20261120091405')
    expect(toBeijingDigits(new Date('2026-12-31T16:00:00Z'))).toBe('20270101000000')
  })

  it('days begin at midnight in Beijing', () => {
    expect(beijingDay('2026-11-20')).toEqual({
      from: new Date('2026-11-19T16:00:00Z'),
      to: new Date('2026-11-20T16:00:00Z'),
    })
    expect(beijingDayBefore(new Date('2026-11-20T15:59:59Z'), 0)).toBe('2026-11-20')
    expect(beijingDayBefore(new Date('2026-11-20T16:00:00Z'), 0)).toBe('2026-11-21')
    expect(beijingDayBefore(new Date('2026-03-01T00:00:00Z'), 1)).toBe('2026-02-28')
  })
})

describe('date without a year', () => {
  const since = new Date('2026-11-20T01:00:00Z')

  it('reads a date without a year as the first one after the order, across the turn of the year', () => {
    expect(fromBeijingDayDigits('1120091405', since)).toEqual(new Date('2026-11-20T01:14:05Z'))
    expect(fromBeijingDayDigits('0101000000', new Date('2026-12-31T15:59:00Z'))).toEqual(
      new Date('2026-12-31T16:00:00Z'),
    )
  })

  it('accepts a date up to a day before the order, and takes an earlier one as of the next year', () => {
    expect(fromBeijingDayDigits('1119090000', since)).toEqual(new Date('2026-11-19T01:00:00Z'))
    expect(fromBeijingDayDigits('1119085959', since)).toEqual(new Date('2027-11-19T00:59:59Z'))
  })

  it.each([undefined, '', '112009140', '11200914055', 'x120091405', '1120091405x', ' 1120091405'])(
    'rejects %j as a date without a year',
    (digits) => {
      expect(fromBeijingDayDigits(digits, since)).toBeNull()
    },
  )

  it('reads back every instant of the following year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 360 * 86_400 }), (seconds) => {
        const at = new Date(since.getTime() + seconds * 1_000)
        expect(fromBeijingDayDigits(toBeijingDigits(at).slice(4), since)).toEqual(at)
      }),
    )
  })
})
