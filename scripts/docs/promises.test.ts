import { expect, it } from 'vitest'
import { listTitles } from './promises.ts'

it('the list of test titles keeps their indentation, includes table tests and ignores other calls', () => {
  const text = `
    describe('orders', () => {
      it("expires an order's window", () => {})
      it.each<[string, number]>([
        ['a quote and (a bracket', 1],
        ['two', 2],
      ])('counts %s', () => {})
      describe.each(languages)('in %s', () => {
        test.skipIf(isAway)(\`is read\`, () => {})
      })
    })
    test.call('/api/payment/payment_shop')
    it(name, () => {})`
  expect(listTitles(text, 'x.test.ts')).toEqual([
    '- orders',
    "  - expires an order's window",
    '  - counts %s',
    '  - in %s',
    '    - is read',
  ])
})
