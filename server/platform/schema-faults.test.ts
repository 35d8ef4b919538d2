import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { findFaults, Url } from './schema-faults.ts'

const Web = Url(['https:'])
const schema = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    days: Type.Integer({ minimum: 1 }),
    part: Type.Number({ minimum: 0, maximum: 1 }),
    kind: Type.Enum(['a', 'b']),
    hosts: Type.Array(Web),
    chat: Type.Union([Type.Object({ url: Web, asks: Type.Boolean() }, { additionalProperties: false }), Type.Null()]),
    links: Type.Record(Type.String(), Web),
    depth: Type.Union([Type.Literal('all'), Type.Integer({ minimum: 1, maximum: 3 })]),
  },
  { additionalProperties: false },
)
const right = {
  name: 'x',
  days: 1,
  part: 0.5,
  kind: 'a',
  hosts: ['https://a.example'],
  chat: null,
  links: { one: 'https://b.example' },
  depth: 'all',
}

describe('schema faults', () => {
  it('a valid value has no faults', () => {
    expect(findFaults(schema, right)).toEqual([])
    expect(findFaults(schema, { ...right, chat: { url: 'https://c.example', asks: true }, depth: 3 })).toEqual([])
  })

  it.each<[object, string, string]>([
    [{ name: '' }, 'name', 'a text'],
    [{ name: undefined }, 'name', 'a text'],
    [{ days: 1.5 }, 'days', 'a whole number from 1'],
    [{ part: 2 }, 'part', 'a number from 0 to 1'],
    [{ kind: 'c' }, 'kind', 'one of a, b'],
    [{ hosts: 'x' }, 'hosts', 'a list'],
    [{ hosts: ['https://a.example', 'http://a.example'] }, 'hosts[1]', 'a URL that begins with https://'],
    [{ chat: 'x' }, 'chat', 'an object or null'],
    [{ chat: { url: 'https://c.example', asks: 'yes' } }, 'chat.asks', 'true or false'],
    [{ chat: { url: 'https://c.example', asks: true, more: 1 } }, 'chat.more', 'known; url, asks are'],
    [{ links: { one: 'https://b.example', two: 'b' } }, 'links.two', 'a URL that begins with https://'],
    [{ depth: 4 }, 'depth', '"all" or a whole number from 1 to 3'],
    [{ more: 1 }, 'more', 'known; name, days, part, kind, hosts, chat, links, depth are'],
  ])('%j is reported as a fault at %s', (change, place, allowed) => {
    expect(findFaults(schema, { ...right, ...change })).toEqual([{ place, allowed }])
  })

  it('all faults are reported together', () => {
    const wrong = { ...right, days: 0, hosts: ['x'], chat: { url: 'x', asks: 1 } }
    expect(findFaults(schema, wrong).map(({ place }) => place)).toEqual(['days', 'hosts[0]', 'chat.url', 'chat.asks'])
  })
})
