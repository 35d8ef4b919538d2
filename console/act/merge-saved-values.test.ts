import fc from 'fast-check'
import { expect, it } from 'vitest'
import { operatorActions } from '#shared/contract/operator.ts'
import type { Shape } from '#console/client/shape.ts'
import acting from '#console/text/en/acting.ts'
import { readForm, writeForm, type FormValues } from './form-values.ts'
import { fillForm, mergeSavedValues } from './merge-saved-values.ts'

const fields = ['a', 'b', 'c']
const value = fc.constantFrom('', '1', '2')
const form = fc.record({ a: value, b: value, c: value })

it('a form is filled with saved values except for typed ones', () => {
  expect(fillForm({ a: 'typed', reason: 'x' }, {}, { a: '1', b: '2' }, fields)).toEqual({
    a: 'typed',
    b: '2',
    reason: 'x',
  })
  // After another record is selected, values of the first record are removed from the form, even where the second one
  // has none.
  const mine = { a: '1', b: 'typed', c: '3' }
  expect(fillForm(mine, { a: '1', b: '2', c: '3' }, { a: '9', b: '8' }, fields)).toEqual({ a: '9', b: 'typed' })
})

it('every typed value stays in the form, and is reported if another operator changed the same field to another value', () => {
  fc.assert(
    fc.property(form, form, form, (base, mine, theirs) => {
      const { values, clashes, changed } = mergeSavedValues({ base, mine, theirs }, fields)
      for (const name of ['a', 'b', 'c'] as const) {
        const [isMine, isTheirs] = [mine[name] !== base[name], theirs[name] !== base[name]]
        expect(changed.includes(name)).toBe(isTheirs)
        expect(clashes.includes(name)).toBe(isMine && isTheirs && mine[name] !== theirs[name])
        expect(values[name]).toBe(isMine ? mine[name] : theirs[name])
      }
    }),
  )
})

it('saved values shown in a form are read back unchanged', () => {
  const same = (schema: Shape, kept: Readonly<Record<string, unknown>>) =>
    readForm({ ...schema, required: [] }, writeForm(schema, kept), acting)
  const node = {
    group: 'eu',
    host: 'n.example.org',
    port: 443,
    serves: 'paid',
    networks: ['203.0.113.0/24', '::1/128'],
  }
  const shapeOf = (name: keyof typeof operatorActions) => operatorActions[name].input as unknown as Shape
  expect(same(shapeOf('nodes.edit'), node)).toEqual({ input: node, errors: {} })
  const prices = { price: '268.00', listPrice: '420.00' }
  expect(same(shapeOf('plans.set-price'), prices)).toEqual({ input: prices, errors: {} })
  fc.assert(
    fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (at) => {
      const notice = { en: 'x', zh: 'y', until: at.toISOString() }
      expect(same(shapeOf('notice.set'), notice)).toEqual({ input: notice, errors: {} })
    }),
  )
  const none: FormValues = {}
  expect(writeForm(shapeOf('plans.set-price'), { price: null })).toEqual(none)
})
