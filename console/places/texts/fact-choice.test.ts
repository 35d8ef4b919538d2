import { describe, expect, it } from 'vitest'
import { choiceAt } from './body-field.tsx'

const facts = ['refundDays', 'groupHours', 'firstRate', 'trialMinutes'].map((name) => ({ name, value: '7' }))
const at = (text: string) => {
  const caret = text.indexOf('|')
  const choice = choiceAt(text.replace('|', ''), caret, facts)
  return choice && [choice.from, ...choice.options.map(({ name }) => name)]
}

describe('suggestions for a placeholder', () => {
  it('all shop numbers are suggested after two braces, then those that start with or contain the typed text', () => {
    expect(at('Within {{|')).toEqual([7, 'refundDays', 'groupHours', 'firstRate', 'trialMinutes'])
    expect(at('Within {{RE|')).toEqual([7, 'refundDays'])
    expect(at('{{ r| days')).toEqual([0, 'refundDays', 'groupHours', 'firstRate', 'trialMinutes'])
    expect(at('{{hours|')).toEqual([0, 'groupHours'])
  })

  it('no suggestions for a placeholder appear elsewhere, after an unknown name, or inside a complete placeholder', () => {
    for (const text of [
      'Within |',
      '{|',
      '{{refundDays}}|',
      '{{nope|',
      '{{refund|Days}}',
      '{{|refundDays }}',
      '{{\nre|',
    ])
      expect(at(text), text).toBeNull()
  })

  it('at most eight shop numbers are suggested for a placeholder', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ name: `fact${'x'.repeat(index)}`, value: '' }))
    expect(choiceAt('{{', 2, many)?.options).toHaveLength(8)
  })
})
