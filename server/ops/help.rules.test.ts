import { describe, expect, it } from 'vitest'
import { actions } from './actions.ts'
import { helpText } from './help.rules.ts'

const namesIn = (text: string) =>
  actions.filter(({ name, usage }) => text.includes(`  ${name} ${usage}`.trimEnd())).map(({ name }) => name)

describe('help', () => {
  it.each([
    [
      'goods',
      [
        'goods list',
        'goods add',
        'goods set-price',
        'goods set-group-price',
        'goods describe',
        'goods retire',
        'goods restore',
      ],
    ],
    ['promo', ['promo-create', 'promo-list', 'promo-disable']],
    ['promo-create', ['promo-create']],
    ['settlement approve', ['settlement approve']],
    ['REFUND', ['refund', 'crypto refund-sent']],
    ['content improt', ['content export', 'content preview', 'content import', 'content versions']],
  ])('about %s names these alone', (subject, names) => {
    expect(namesIn(helpText(actions, subject)).toSorted()).toEqual(names.toSorted())
  })

  it('names everything where no subject is given, with the role that each needs', () => {
    const text = helpText(actions, '')
    expect(namesIn(text)).toHaveLength(actions.length)
    expect(text).toContain('[finance or above, asks for a code]')
  })

  it('says which subjects there are where there is nothing about this one', () => {
    const text = helpText(actions, 'weather')
    expect(text).toContain('There is nothing about "weather".\nSubjects: affiliate, ')
    expect(helpText(actions, 'weather', true)).toMatch(/^There is no command "weather"[.]\nSubjects/)
    expect(helpText(actions, 'goods ad', true)).toContain('goods set-price')
  })
})
