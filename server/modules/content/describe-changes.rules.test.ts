import { describe, expect, it } from 'vitest'
import { describeChanges } from './describe-changes.rules.ts'

const text = (...parts: string[]) => parts.join('\n\n')

describe('summary of a changed version', () => {
  it('names the paragraph and the added text in a summary of changes', () => {
    expect(describeChanges(text('One.', 'Within 48 hours.'), text('One.', 'Within 24 hours.'))).toBe('¶ 2: 24')
    expect(describeChanges(text('一。', '不退。'), text('一。', '剩余按天退。'))).toBe('¶ 2: 剩余按天')
    expect(describeChanges('One.', text('One.', 'And a new one.'))).toBe('¶ 2: And a new one.')
  })

  it('shows removed text in a summary of changes when nothing was added', () => {
    expect(describeChanges(text('One.', 'Gone now.'), 'One.')).toBe('¶ 2: −Gone now.')
    expect(describeChanges('One and two.', 'One.')).toBe('¶ 1: −and two')
  })

  it('quotes two changes in a summary, counts the rest and shortens long ones', () => {
    const before = ['a', 'b', 'c', 'd'].map((name) => `${name} stays.`)
    const after = before.map((part) => `${part} New.`)
    expect(describeChanges(text(...before), text(...after))).toBe('¶ 1: New.; ¶ 2: New.; ¶ 3, ¶ 4')
    expect(describeChanges('', '𠮷'.repeat(200))).toBe(`¶ 1: ${'𠮷'.repeat(59)}…`)
  })

  it('does not compare a long rewritten paragraph word by word', () => {
    const every = (step: number) =>
      Array.from({ length: 402 }, (_, at) => (at % step === 1 ? `new${at}` : `w${at}`)).join(' ')
    expect(describeChanges(every(1_000), every(3))).toBe(
      `¶ 1: ${every(3).slice(every(3).indexOf('new4'))}`.slice(0, 5 + 59) + '…',
    )
    const paragraphs = Array.from({ length: 400 }, (_, at) => `One ${at}.`)
    const others = paragraphs.map((one, at) => (at % 2 === 0 ? one : `${one} New.`))
    expect(describeChanges(text('Begin.', ...paragraphs, 'End.'), text('At first.', ...others, 'In the end.'))).toMatch(
      /^¶ 1: At first; ¶ 2: /,
    )
  })

  it('leaves the summary of changes empty for a first or unchanged version', () => {
    expect(describeChanges(null, 'One.')).toBe('')
    expect(describeChanges('One.\n\nTwo.', 'One.\n\n\nTwo.')).toBe('')
  })
})
