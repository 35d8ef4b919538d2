import { describe, expect, it } from 'vitest'
import { sayChanges } from './say-changes.rules.ts'

const text = (...parts: string[]) => parts.join('\n\n')

describe('what a version changed, in a line', () => {
  it('is the paragraph with what came into it', () => {
    expect(sayChanges(text('One.', 'Within 48 hours.'), text('One.', 'Within 24 hours.'))).toBe('¶ 2: 24')
    expect(sayChanges(text('一。', '不退。'), text('一。', '剩余按天退。'))).toBe('¶ 2: 剩余按天')
    expect(sayChanges('One.', text('One.', 'And a new one.'))).toBe('¶ 2: And a new one.')
  })

  it('is what went, where nothing came', () => {
    expect(sayChanges(text('One.', 'Gone now.'), 'One.')).toBe('¶ 2: −Gone now.')
    expect(sayChanges('One and two.', 'One.')).toBe('¶ 1: −and two')
  })

  it('quotes two and numbers the rest, and cuts what is long', () => {
    const before = ['a', 'b', 'c', 'd'].map((name) => `${name} stays.`)
    const after = before.map((part) => `${part} New.`)
    expect(sayChanges(text(...before), text(...after))).toBe('¶ 1: New.; ¶ 2: New.; ¶ 3, ¶ 4')
    expect(sayChanges('', '𠮷'.repeat(200))).toBe(`¶ 1: ${'𠮷'.repeat(59)}…`)
  })

  it('is nothing of a first version, and of one that says the same', () => {
    expect(sayChanges(null, 'One.')).toBe('')
    expect(sayChanges('One.\n\nTwo.', 'One.\n\n\nTwo.')).toBe('')
  })
})
