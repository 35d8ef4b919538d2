import fc from 'fast-check'
import { expect, it } from 'vitest'
import { trialLength } from './trial-length-text.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it.each([
  [0, '0 minutes', '0 分钟'],
  [1, '1 minute', '1 分钟'],
  [15, '15 minutes', '15 分钟'],
  [60, '1 hour', '1 小时'],
  [61, '1 hour 1 minute', '1 小时 1 分钟'],
  [95, '1 hour 35 minutes', '1 小时 35 分钟'],
  [180, '3 hours', '3 小时'],
])('a trial of %i minutes is "%s" in English and "%s" in Chinese', (minutes, en, zh) => {
  expect([plain(trialLength(minutes, 'en')), plain(trialLength(minutes, 'zh-CN'))]).toEqual([en, zh])
})

it('a trial length adds up to its minutes in whole numbers, in both languages', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.constantFrom('en' as const, 'zh-CN' as const),
      (minutes, language) => {
        const text = plain(trialLength(minutes, language))
        expect(text).not.toContain('.')
        const of = (unit: RegExp) => Number(unit.exec(text)?.[1] ?? 0)
        expect(of(/(\d+) (?:hour|小时)/) * 60 + of(/(\d+) (?:minute|分钟)/)).toBe(minutes)
      },
    ),
  )
})
