import { expect, test } from 'vitest'
import { coarseNetwork, networkOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9', '203.0.x.x'],
  ['::ffff:203.0.113.9', '203.0.113.9', '203.0.x.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8::/32'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8::/32'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8::/32'],
  ['127.0.0.1', '127.0.0.1', 'local'],
  ['::1', '0:0:0:0::/64', 'local'],
  ['192.168.1.20', '192.168.1.20', 'local'],
  ['172.20.0.3', '172.20.0.3', 'local'],
  ['172.32.0.3', '172.32.0.3', '172.32.x.x'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'local'],
  ['fd00:1::2', 'fd00:1:0:0::/64', 'local'],
  ['nonsense', 'nonsense', 'unknown'],
  ['1::2::3', '1::2::3', 'unknown'],
])('%s is counted as %s and kept as %s', (address, network, coarse) => {
  expect(networkOf(address)).toBe(network)
  expect(coarseNetwork(networkOf(address))).toBe(coarse)
})

test('one home cannot pass for many: addresses of one /64 count together', () => {
  const networks = Array.from({ length: 100 }, (_, n) => networkOf(`2001:db8:1:2::${n.toString(16)}`))
  expect(new Set(networks).size).toBe(1)
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networks[0])
})

test('a caller who has hung up has no address, and that is no fault', () => {
  expect(networkOf(undefined)).toBe('unknown')
  expect(coarseNetwork(networkOf(undefined))).toBe('unknown')
})
