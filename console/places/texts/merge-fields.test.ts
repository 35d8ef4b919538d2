import fc from 'fast-check'
import { expect, it } from 'vitest'
import { areFieldsEqual, fieldKeys, isSameField, mergeFields, type Fields } from './merge-fields.ts'

const text = fc.constantFrom('', 'a', 'b')
const some = fc.record({ titleEn: text, titleZh: text, markdownEn: text, markdownZh: text, sample: fc.boolean() })

it('a merge of two edited versions of a text takes a field changed on one side, and reports a conflict if both changed it', () => {
  const base: Fields = { titleEn: 'a', titleZh: '甲', markdownEn: 'x' }
  const mine: Fields = { ...base, titleEn: 'mine', markdownEn: 'mine' }
  const theirs: Fields = { ...base, titleZh: '乙', markdownEn: 'theirs' }
  expect(mergeFields(base, mine, theirs)).toEqual({
    fields: { titleEn: 'mine', titleZh: '乙', markdownEn: 'mine' },
    clashes: ['markdownEn'],
    taken: ['titleZh'],
  })
})

it('each merged field is from one of two operators, and no change is lost without a conflict', () => {
  fc.assert(
    fc.property(some, some, some, (base, mine, theirs) => {
      const { fields, clashes } = mergeFields(base, mine, theirs)
      for (const key of fieldKeys) {
        expect(isSameField(fields, mine, key) || isSameField(fields, theirs, key)).toBe(true)
        const lost = !isSameField(base, theirs, key) && !isSameField(fields, theirs, key)
        expect(lost && !clashes.includes(key)).toBe(false)
        expect(isSameField(base, mine, key) || isSameField(fields, mine, key)).toBe(true)
      }
      expect(areFieldsEqual(mergeFields(base, mine, base).fields, mine)).toBe(true)
    }),
  )
})
