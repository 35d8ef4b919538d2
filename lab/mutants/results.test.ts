import { describe, expect, test } from 'vitest'
import { digestOf } from './results.ts'

const rule = `
import { floor } from './math.ts'
import { digestOf } from './results.ts'
/** Half of a sum. */
export const halve = (sum: number): number => floor(sum / 2)
`
const changed = (from: string, to: string) => digestOf(rule.replaceAll(from, to))

describe('rule digest', () => {
  test.each([
    ['./math.ts', '../numbers/math.ts', 'where an import lies'],
    ['Half of a sum.', 'The half.', 'a comment'],
    ['(sum: number)', '(\n  sum: number,\n)', 'how it is laid out'],
  ])('the digest stays the same when %s becomes %s: %s', (from, to) => {
    expect(changed(from, to)).toBe(digestOf(rule))
  })

  test.each([
    ['/ 2', '/ 3'],
    ['/ 2', '* 2'],
    ['sum / 2', 'floor / 2'],
    ['floor', 'ceil'],
    [': number =>', ': string =>'],
  ])('the digest changes when %s becomes %s', (from, to) => {
    expect(changed(from, to)).not.toBe(digestOf(rule))
  })

  test('different texts have different digests', () => {
    expect(digestOf(`state === 'paid'`)).not.toBe(digestOf(`state === 'open'`))
    expect(digestOf('`${day} days`')).not.toBe(digestOf('`${day} months`'))
    expect(digestOf('/a/')).not.toBe(digestOf('/b/'))
  })
})
