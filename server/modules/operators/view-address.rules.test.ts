import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { placeNames } from '#shared/contract/operator/console-places.ts'
import { namesPerson } from './person-words.rules.ts'
import { consolePages, isAddress, isForm, looksForPerson } from './view-address.rules.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

describe('URL of a saved view', () => {
  it.each([
    '/console',
    '/console/orders',
    '/console/actions/orders.refund',
    `/console/queue/approvals/${id}`,
    '/console/texts/clause/refund',
    '/console/orders#status=paid&from=2026-11-01',
    '/console#',
    `/console/texts/${'a'.repeat(60)}`,
    `/console#${'a'.repeat(600)}`,
  ])('accepts a URL in the console: %s', (typed) => expect(isAddress(typed)).toBe(true))

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
    `/console/texts/${'a'.repeat(61)}`,
    '/console/affiliates/x',
    '/console/system/x',
    '/console/Actions/x',
    '/console/people/1/actions/x',
    '/console/a/b/c/d/e',
    `/console#${'a'.repeat(601)}`,
  ])('rejects a URL outside the console: %j', (typed) => expect(isAddress(typed)).toBe(false))

  it('recognises the URL of a form in any case', () => {
    expect(['/console/actions/orders.refund', '/console/ACTIONS/x'].map(isForm)).toEqual([true, true])
    expect(['/console/actions', '/console/actions/', '/x/console/actions/y', '/console/orders'].map(isForm)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('console routes', () => {
  const source = (path: string) => readFileSync(new URL(`../../../console/${path}`, import.meta.url), 'utf8')
  const placeFiles = readdirSync(new URL('../../../console/places', import.meta.url), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.tsx'))
  const routes = placeFiles.flatMap((file) =>
    [...source(`places/${file}`).matchAll(/<Route[^>]*? path="([^"]+)"/g)].map((match) => ({
      place: file.split('/')[0],
      path: match[1] ?? '',
    })),
  )

  it('the pages with saved views equal the routes of the console', () => {
    const own = routes
      .filter(({ path }) => path !== '*')
      .flatMap(({ place, path }) =>
        (path.endsWith('?') ? [path.replace(/\/:[^/]+\?$/, ''), path.slice(0, -1)] : [path]).map(
          (each) => `${place}/${each.replaceAll(/:[^/]+/g, '*')}`,
        ),
      )
      .map((page) => (page === 'people/mailings/new' ? 'people/mailings/*' : page))
    const all = ['', 'me', 'actions', 'actions/*', ...placeNames, ...own, 'texts/*']
    expect([...new Set(all)].toSorted()).toEqual(consolePages.toSorted())
  })

  it('a redirect from a wildcard route goes to an absolute path', () => {
    const files = [...placeFiles.map((file) => `places/${file}`), 'app.tsx']
    const onward = files.flatMap((file) => [...source(file).matchAll(/path="\*" element=\{<Navigate to="([^"]+)"/g)])
    expect(onward.length).toBeGreaterThan(6)
    expect(onward.map((match) => match[1]).filter((to) => to?.startsWith('/console') !== true)).toEqual([])
  })
})

describe('search for a customer', () => {
  it.each([
    'ann@example.com',
    'ann%40example.com',
    'ann＠example.com',
    '1234567',
    '+86 138-0000-0000',
    '(030) 12.34.56.7',
    `${id} 1234567`,
  ])('recognises a person in %s', (text) => expect(namesPerson(text)).toBe(true))

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
  ])('recognises no person in %j', (text) => expect(namesPerson(text)).toBe(false))

  it.each([
    ['in the path', '/console/people/123456789', true],
    ['by a search', '/console/orders#query=ann', true],
    ['by words', '/console/queue/messages#state=pending&contains=ann', true],
    ['by a user', '/console/orders#status=paid&user=ann', true],
    ['in a value', '/console/orders#note=ann%2540example.com', true],
    ['in a value behind another mark', '/console/orders#a=b#c@d', true],
    ['in a name', '/console/orders#a%40b=1', true],
    ['nowhere', '/console/orders#status=paid&from=2026-11-01', false],
    ['nowhere, without filters', '/console/orders', false],
    ['nowhere, by the id of an order', `/console/orders/${id}#tab=${id}`, false],
  ])('recognises whether and where a URL searches for a person: %s', (_where, address, expected) =>
    expect(looksForPerson(address)).toBe(expected),
  )
})
