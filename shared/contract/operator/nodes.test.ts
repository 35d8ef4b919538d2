import Value from 'typebox/value'
import { expect, it } from 'vitest'
import { nodeActions } from './nodes.ts'

const { name } = nodeActions['nodes.add'].input.properties

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
