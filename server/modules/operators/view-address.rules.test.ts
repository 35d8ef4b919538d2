import { describe, expect, it } from 'vitest'
import { namesPerson } from './person-words.rules.ts'
import { isAddress, isForm, looksForPerson } from './view-address.rules.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

describe('the address of a view', () => {
  it.each([
    '/console',
    '/console/orders',
    '/console/a/b/c/d/e',
    '/console/orders#status=paid&from=2026-11-01',
    '/console#',
    `/console/${'a'.repeat(60)}`,
    `/console#${'a'.repeat(600)}`,
  ])('lies in the console: %s', (typed) => expect(isAddress(typed)).toBe(true))

  it.each([
    '',
    '/',
    '/consoles',
    'x/console',
    '//console',
    '/console/',
    '/console//orders',
    '/console/../admin',
    '/console/.hidden',
    '/console/a/b/c/d/e/f',
    '/console/orders?x=1',
    '/console/a b',
    '/console/orders#a b',
    '/console/orders#中',
    '/console/orders\n',
    `/console/${'a'.repeat(61)}`,
    `/console#${'a'.repeat(601)}`,
  ])('does not: %j', (typed) => expect(isAddress(typed)).toBe(false))

  it('of a form is known, whatever its case', () => {
    expect(['/console/actions/orders.refund', '/console/ACTIONS/x'].map(isForm)).toEqual([true, true])
    expect(['/console/actions', '/console/actions/', '/x/console/actions/y', '/console/orders'].map(isForm)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('who is looked for', () => {
  it.each([
    'ann@example.com',
    'ann%40example.com',
    'ann＠example.com',
    '1234567',
    '+86 138-0000-0000',
    '(030) 12.34.56.7',
    `${id} 1234567`,
  ])('is named by %s', (text) => expect(namesPerson(text)).toBe(true))

  it.each([
    '',
    'ann',
    '123456',
    id,
    id.toUpperCase(),
    '2026-11-01',
    '2026-11-01T08:15:30.123Z',
    '12a34b56c78',
    '123456x7',
  ])('is not named by %j', (text) => expect(namesPerson(text)).toBe(false))

  it.each([
    ['in the path', '/console/people/123456789', true],
    ['by a search', '/console/orders#query=ann', true],
    ['by a user', '/console/orders#status=paid&user=ann', true],
    ['in a value', '/console/orders#note=ann%2540example.com', true],
    ['in a value behind another mark', '/console/orders#a=b#c@d', true],
    ['in a name', '/console/orders#a%40b=1', true],
    ['nowhere', '/console/orders#status=paid&from=2026-11-01', false],
    ['nowhere, without filters', '/console/orders', false],
    ['nowhere, by the id of an order', `/console/orders/${id}#tab=${id}`, false],
  ])('stands %s', (_where, address, expected) => expect(looksForPerson(address)).toBe(expected))
})
