import Value from 'typebox/value'
import { expect, it } from 'vitest'
import { nodeActions } from './nodes.ts'

const { name, host, country, cityEn: city } = nodeActions['nodes.add'].input.properties

// Mihomo rejects a whole document for one control character in a node's name (MetaCubeX/mihomo#2242).
it.each([0x00, 0x0a, 0x7f, 0x85, 0x9f, 0x2028, 0x2029, 0xfeff, 0x23])(
  'a node name with character %d is refused',
  (code) => {
    expect(Value.Check(name, `Tokyo${String.fromCodePoint(code)}1`)).toBe(false)
  },
)

it.each(['Tokyo 1', '🇯🇵 东京 01', 'São Paulo, "A"'])('the node name %j is accepted', (text) => {
  expect(Value.Check(name, text)).toBe(true)
})

it.each(['node.example.org', '203.0.113.7', '2001:db8::1', '::1', '::ffff:203.0.113.7', 'FE80:0:0:0:1:2:3:4'])(
  'the host %s of a node is accepted',
  (text) => {
    expect(Value.Check(host, text)).toBe(true)
  },
)

// The port is a separate field. A second port in the host would make every customer's document invalid.
it.each(['node.example.org:443', '203.0.113.7:443', 'https://node.example.org', '[2001:db8::1]', 'a b', ''])(
  'the host %j of a node is refused',
  (text) => {
    expect(Value.Check(host, text)).toBe(false)
  },
)

it.each(['Tokyo', '东京', 'São Paulo', 'St Louis', "Xi'an", 'Aix-en-Provence', 'Zürich'])(
  'the city %j of a node is accepted',
  (text) => {
    expect(Value.Check(city, text)).toBe(true)
  },
)

// The city of a node is shown on the public home page, and one operator alone can set it.
it.each(['', ' Tokyo', 'evil.example', 'https://evil.example', 'Call 555', '<b>Tokyo</b>', 'a  b', 'T'.repeat(41)])(
  'the city %j of a node is refused',
  (text) => {
    expect(Value.Check(city, text)).toBe(false)
  },
)

it.each(['jp', 'JPN', 'Japan', ''])('the country code %j of a node is refused', (text) => {
  expect(Value.Check(country, text)).toBe(false)
})
