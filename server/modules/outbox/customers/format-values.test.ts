import { describe, expect, it } from 'vitest'
import { languages } from '#shared/language.ts'
import { wordsOf } from './format-values.ts'

const at = '2026-11-22T17:35:00Z'

describe('dates and times of a message', () => {
  it("names the zone of times when the reader's zone is unknown", () => {
    expect(wordsOf('en').moment(at)).toBe('22\u00a0Nov\u00a02026 at 17:35\u00a0UTC')
    expect(wordsOf('zh-CN').moment(at)).toBe('2026年11月23日 01:35（北京时间）')
  })

  it("shows times in the reader's zone without naming it when it is known", () => {
    const [en, zh] = [wordsOf('en', 'America/Los_Angeles'), wordsOf('zh-CN', 'America/Los_Angeles')]
    expect(en.moment(at)).toBe('22\u00a0Nov\u00a02026 at 09:35')
    expect(en.deadline(at)).toBe('09:35 on 22\u00a0Nov')
    expect(zh.moment(at)).toBe('2026年11月22日 09:35')
    expect(zh.deadline(at)).toBe('11月22日 09:35')
    expect(zh.clock(at)).toBe('09:35')
  })

  it("counts days in the reader's zone", () => {
    const [before, after] = [new Date('2026-11-22T15:59:00Z'), '2026-11-22T16:01:00Z']
    expect(wordsOf('en', 'Asia/Shanghai').daysBetween(before, after)).toBe(1)
    expect(wordsOf('en', 'UTC').daysBetween(before, after)).toBe(0)
  })

  it.each(['', 'Nowhere/At_All', 'x'.repeat(64), '__proto__'])('treats %j as no time zone', (name) => {
    for (const language of languages) expect(wordsOf(language, name).moment(at)).toBe(wordsOf(language).moment(at))
  })
})
