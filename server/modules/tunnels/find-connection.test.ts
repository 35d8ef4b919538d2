import { describe, expect, it } from 'vitest'
import { ConnectionChecks, findConnection, listAddresses, type NodeHost } from './find-connection.ts'

const tokyo = { country: 'JP', city: { en: 'Tokyo', 'zh-CN': '东京' } }
const berlin = { country: 'DE', city: null }
const node = (more: Partial<NodeHost> = {}): NodeHost => ({
  host: '203.0.113.9',
  allowedNetworks: [],
  place: tokyo,
  isUp: true,
  ...more,
})
const listOf = (nodes: NodeHost[], resolved: Record<string, string[]> = {}, unsure: string[] = []) =>
  listAddresses(nodes, new Map(Object.entries(resolved)), new Set(unsure))
const from = (caller: string | undefined, nodes: NodeHost[], ...known: [Record<string, string[]>?, string[]?]) =>
  findConnection(caller, listOf(nodes, ...known), false)

describe('connection of a caller', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['203.0.113.9', '::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9', '::ffff:cb00:7109', '203.0.113.9'],
    ['2001:db8:5::7', '2001:0db8:0005:0000::0007', '2001:db8:5::7'],
  ])(
    'a node at IP address %s is recognised when the call comes from %s, and is shown as %s',
    (host, caller, address) => {
      expect(from(caller, [node({ host })])).toEqual({ state: 'ours', address, place: tokyo })
    },
  )

  it('a neighbour of the node is not connected through it, in IPv4 and IPv6', () => {
    expect(from('203.0.113.10', [node()])).toEqual({ state: 'other', address: '203.0.113.10', place: null })
    expect(from('2001:db8:5::8', [node({ host: '2001:db8:5::7' })])).toMatchObject({ state: 'other' })
  })

  it('a caller is connected through a node if its IP address is any of those that the host name of the node resolves to', () => {
    const nodes = [node({ host: 'tokyo.example.org' })]
    const resolved = { 'tokyo.example.org': ['203.0.113.20', '2001:db8::20'] }
    for (const caller of ['203.0.113.20', '2001:db8::20']) expect(from(caller, nodes, resolved).state).toBe('ours')
  })

  it('a single IP address from which a node may call is one of its addresses, while a wider allowed network is not', () => {
    const nodes = [node({ allowedNetworks: ['198.51.100.4', '198.51.100.5/32', '2001:db8:9::1/128', '192.0.2.0/24'] })]
    for (const caller of ['198.51.100.4', '198.51.100.5', '2001:db8:9::1'])
      expect(from(caller, nodes).state).toBe('ours')
    for (const caller of ['192.0.2.0', '192.0.2.7']) expect(from(caller, nodes).state).toBe('other')
  })

  it('no location is named for an IP address of a node without a location, or of nodes in two locations', () => {
    expect(from('203.0.113.9', [node({ place: null })])).toMatchObject({ state: 'ours', place: null })
    expect(from('203.0.113.9', [node(), node({ place: berlin })])).toMatchObject({ state: 'ours', place: null })
    expect(from('203.0.113.9', [node(), node({ place: { ...tokyo } })])).toMatchObject({ place: tokyo })
  })

  it('an IP address listed as VPN exit is recognised, with the location of a node at that address', () => {
    expect(findConnection('192.0.2.77', listOf([node()]), true)).toMatchObject({ state: 'ours', place: null })
    expect(findConnection('203.0.113.9', listOf([node()]), true)).toMatchObject({ state: 'ours', place: tokyo })
  })

  it('while the DNS lookup for a working node has no reliable answer, the state is unknown instead of "not connected"', () => {
    const nodes = [node({ host: 'tokyo.example.org' })]
    expect(from('192.0.2.1', nodes, {}, ['tokyo.example.org'])).toMatchObject({ state: 'unknown' })
    expect(from('192.0.2.1', nodes)).toMatchObject({ state: 'other' })
    // Nobody can be connected through a node that is down, so its unknown IP addresses do not matter.
    const down = [node({ host: 'tokyo.example.org', isUp: false })]
    expect(from('192.0.2.1', down, {}, ['tokyo.example.org'])).toMatchObject({ state: 'other' })
  })

  it.each([
    '127.0.0.1',
    '::1',
    '::ffff:10.0.0.4',
    '192.168.1.2',
    '172.31.9.9',
    '100.64.3.3',
    'fd00::3',
    'fe80::1%eth0',
  ])('the local IP address %s proves no connection, even if a node has it', (caller) => {
    expect(from(caller, [node({ host: caller.replace(/%.*/, '') })])).toMatchObject({ state: 'local', place: null })
  })

  it.each([undefined, '', 'unknown', '_hidden', '203.0.113'])(
    'the connection of a caller without a readable IP address (%j) is unknown',
    (caller) => {
      expect(from(caller, [node()])).toEqual({ state: 'unknown', address: null, place: null })
    },
  )
})

describe('connection checks by one network', () => {
  const admitted = (checks: ConnectionChecks, network: string, isShared: boolean, now: number) => {
    let count = 0
    while (count < 5_000 && checks.admit(network, isShared, now)) count++
    return count
  }

  it('connection checks are limited per minute and network, with a higher limit for the IP address of a server', () => {
    const checks = new ConnectionChecks()
    expect(admitted(checks, '203.0.113.1', false, 0)).toBe(30)
    expect(admitted(checks, '203.0.113.2', true, 59_999)).toBe(600)
    expect(checks.admit('203.0.113.1', false, 59_999)).toBe(false)
    expect(checks.admit('203.0.113.1', false, 60_000)).toBe(true)
  })

  it('use bounded memory: beyond twenty thousand networks, further ones share one limit', () => {
    const checks = new ConnectionChecks()
    for (let network = 0; network < 20_000; network++) checks.admit(`network ${network}`, false, 0)
    let more = 0
    while (more < 5_000 && checks.admit(`other network ${more}`, false, 0)) more++
    expect(more).toBe(600)
    expect(checks.admit('network 7', false, 0)).toBe(true)
  })
})
