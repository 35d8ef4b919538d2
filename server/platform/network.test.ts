import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coarseNetwork, networkList, networkOf, readableAddress, sameAddress, widthsOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9', '203.0.x.x'],
  ['::ffff:203.0.113.9', '203.0.113.9', '203.0.x.x'],
  ['::ffff:cb00:7109', '203.0.113.9', '203.0.x.x'],
  ['0:0:0:0:0:FFFF:203.0.113.9', '203.0.113.9', '203.0.x.x'],
  ['203.0.113.9:51820', '203.0.113.9', '203.0.x.x'],
  [' 203.0.113.9 ', '203.0.113.9', '203.0.x.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8::/32'],
  ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64', '2001:db8::/32'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64', '2001:db8::/32'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8::/32'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8::/32'],
  ['127.0.0.1', '127.0.0.1', 'local'],
  ['::1', '0:0:0:0::/64', 'local'],
  ['192.168.1.20', '192.168.1.20', 'local'],
  ['172.20.0.3', '172.20.0.3', 'local'],
  ['172.32.0.3', '172.32.0.3', '172.32.x.x'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'local'],
  ['fd00:1::2', 'fd00:1:0:0::/64', 'local'],
])("the caller's IP address %s belongs to the network %s and is stored as %s", (address, network, coarse) => {
  expect(networkOf(address)).toBe(network)
  expect(coarseNetwork(networkOf(address))).toBe(coarse)
})

test.each([
  'nonsense',
  '1::2::3',
  '999.1.1.1',
  '203.0.113',
  '203.0.113.9:port',
  '_hidden',
  'unknown',
  '',
  '::ffff:999.1.1.1',
])('the text "%s" in place of an IP address counts as an unknown network', (garbage) => {
  expect([networkOf(garbage), widthsOf(garbage)]).toEqual(['unknown', ['unknown']])
  expect(coarseNetwork(networkOf(garbage))).toBe('unknown')
})

test('IP addresses of one IPv6 /64 share one network key', () => {
  const networks = Array.from({ length: 100 }, (_, n) => networkOf(`2001:db8:1:2::${n.toString(16)}`))
  expect(new Set(networks).size).toBe(1)
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networks[0])
})

test('each IP address belongs to three nested networks', () => {
  expect(widthsOf('203.0.113.9')).toEqual(['203.0.113.9', '203.0.113.0/24', '203.0.0.0/16'])
  expect(widthsOf('::ffff:203.0.113.9')).toEqual(widthsOf('203.0.113.9:80'))
  expect(widthsOf('2001:db8:1:2:3:4:5:6%en0')).toEqual(['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'])
})

test('every notation of an IP address gives the same networks', () => {
  const groups = fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(groups, fc.nat({ max: 65_535 }), (parts, port) => {
      fc.pre(parts.slice(0, 5).some((part) => part !== 0))
      const plain = parts.map((part) => part.toString(16)).join(':')
      const padded = parts.map((part) => part.toString(16).padStart(4, '0').toUpperCase()).join(':')
      for (const written of [padded, `[${plain}]:${port}`, `${plain}%eth0`, ` ${plain}`])
        expect(widthsOf(written)).toEqual(widthsOf(plain))
    }),
  )
  fc.assert(
    fc.property(fc.ipV4(), fc.nat({ max: 65_535 }), (plain, port) => {
      for (const written of [
        `${plain}:${port}`,
        `::ffff:${plain}`,
        `[::ffff:${plain}]:${port}`,
        `::FFFF:${plain}%eth0`,
      ])
        expect([networkOf(written), widthsOf(written)]).toEqual([plain, widthsOf(plain)])
    }),
  )
})

// Bugs of other projects: the port made each request its own rate limit (express-rate-limit/express-rate-limit#234) or
// gave all people one limit (xorbitsai/xagent#1185); an IPv6 zone of any length became part of the key
// (xorbitsai/xagent#1224).
test('neither a port nor a zone changes or lengthens the key of an IP address', () => {
  const keys = (addresses: string[]) => [...new Set(addresses.map((address) => widthsOf(address).join(' ')))]
  const ports = [1, 443, 51_820, 65_535]
  expect(keys(['203.0.113.9', ...ports.map((port) => `203.0.113.9:${port}`)])).toHaveLength(1)
  expect(keys(['2001:db8::9', ...ports.map((port) => `[2001:db8::9]:${port}`)])).toHaveLength(1)
  const zone = 'x'.repeat(4_000)
  expect(keys(['2001:db8::9', `2001:db8::9%${zone}`, `[2001:db8::9%${zone}]:443`])).toHaveLength(1)
})

test("no text in a header with the caller's IP address causes an exception", () => {
  const holds = fc.property(fc.string(), (text) => widthsOf(text).length > 0 && networkOf(text) !== '')
  expect(fc.check(holds).failed).toBe(false)
})

test('a caller without an IP address is treated as unknown', () => {
  expect(networkOf(undefined)).toBe('unknown')
  expect(coarseNetwork(networkOf(undefined))).toBe('unknown')
})

test('a network list contains its IP addresses in any notation and no others', () => {
  const isListed = networkList(['203.0.113.0/24', '198.51.100.7', '2001:db8:5::/48'])
  for (const inside of [
    '203.0.113.200',
    '::ffff:203.0.113.1',
    '198.51.100.7:443',
    '2001:db8:5:1::1',
    '[2001:db8:5::9]:1',
  ])
    expect([inside, isListed(inside)]).toEqual([inside, true])
  for (const outside of ['203.0.114.1', '198.51.100.8', '2001:db8:6::1', 'nonsense', undefined])
    expect([outside, isListed(outside)]).toEqual([outside, false])
  for (const wrong of ['203.0.113.0/33', 'exit.example', '203.0.113.0/24/1', '203.0.113.0/x'])
    expect(() => networkList([wrong])).toThrow(RangeError)
})

test.each([
  ['203.0.113.9', '203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9', '203.0.113.9'],
  ['2001:0DB8:0:0::9', '2001:db8:0:0:0:0:0:9', '2001:db8::9'],
  ['[2001:db8::9]:443', '2001:db8:0:0:0:0:0:9', '2001:db8::9'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1', 'fe80::1'],
  ['nonsense', null, null],
  [undefined, null, null],
])('the text %s is read as the IP address %s and is shown as %s', (address, same, shown) => {
  expect([sameAddress(address), readableAddress(address)]).toEqual([same, shown])
})
