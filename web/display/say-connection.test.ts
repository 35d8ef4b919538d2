import { expect, it } from 'vitest'
import en from '#text/en/site/connection.ts'
import zh from '#text/zh-CN/site/connection.ts'
import { describeConnection, type ConnectionAnswer } from './describe-connection.ts'

const answer = (more: Partial<ConnectionAnswer>): ConnectionAnswer => ({
  state: 'ours',
  address: '203.0.113.9',
  place: null,
  ...more,
})
const tokyo = { country: 'JP', city: { en: 'Tokyo', 'zh-CN': '东京' } }
const titles = (place: ConnectionAnswer['place']) => [
  describeConnection(answer({ place }), en, 'en')?.title,
  describeConnection(answer({ place }), zh, 'zh-CN')?.title,
]

it('the result of a connection check names city and country of the server, the country alone, or neither', () => {
  expect(titles(tokyo)).toEqual(['You’re connected through Tokyo, Japan', '已连上：日本东京'])
  expect(titles({ country: 'DE', city: null })).toEqual(['You’re connected through Germany', '已连上：德国'])
  expect(titles(null)).toEqual([en.ours, zh.ours])
})

it('the result of a connection check names a city that is its own country once', () => {
  expect(titles({ country: 'SG', city: { en: 'Singapore', 'zh-CN': '新加坡' } })).toEqual([
    'You’re connected through Singapore',
    '已连上：新加坡',
  ])
})

it.each([
  ['ours', 'ok', true],
  ['other', 'hold', true],
  ['local', '', true],
  ['unknown', '', false],
] as const)('the result "%s" has the look "%s"; it names the IP address: %s', (state, look, names) => {
  const said = describeConnection(answer({ state }), en, 'en')
  expect(said?.look).toBe(look)
  expect(said?.texts.join().includes('203.0.113.9')).toBe(names)
})

it('a connection check of a shop without nodes and exits has no result', () => {
  expect(describeConnection(answer({ state: 'off', address: null }), en, 'en')).toBeNull()
})
