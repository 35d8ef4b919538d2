import { describe, expect, it } from 'vitest'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { widthsOf } from '#server/platform/network.ts'
import { networkSignals, passkeySignal, payoutSignal } from './make-signals.ts'

const digest = createKeyedDigest(Buffer.alloc(32, 1))
const of = (address: string, isExit = false) => networkSignals(digest, { widths: widthsOf(address), isExit })
const shared = (a: string, b: string) =>
  of(a)
    .filter(({ digest: mine }) => of(b).some((other) => other.digest.equals(mine)))
    .map(({ kind }) => kind)

describe('network signals', () => {
  it('gives two IP addresses as many equal signals as they have network widths in common', () => {
    expect(shared('203.0.113.7', '203.0.113.7')).toEqual(['network', 'network_wide', 'network_widest'])
    expect(shared('203.0.113.7', '203.0.113.8')).toEqual(['network_wide', 'network_widest'])
    expect(shared('203.0.113.7', '203.0.114.7')).toEqual(['network_widest'])
    expect(shared('203.0.113.7', '198.51.100.7')).toEqual([])
    expect(shared('2001:db8:1:2::1', '2001:db8:1:2::9')).toEqual(['network_wide', 'network_widest'])
    expect(shared('2001:db8:1:2::1', '2001:db8:1:3::1')).toEqual(['network_widest'])
  })

  it("gives no signals for the shop's own VPN exits, local IP addresses and invalid ones", () => {
    expect([of('203.0.113.7', true), of('127.0.0.1'), of('192.168.1.4'), of('nonsense')]).toEqual([[], [], [], []])
  })

  it('network signals of different keys never match', () => {
    const other = networkSignals(createKeyedDigest(Buffer.alloc(32, 2)), {
      widths: widthsOf('203.0.113.7'),
      isExit: false,
    })
    expect(other.some(({ digest: mine }) => of('203.0.113.7').some((known) => known.digest.equals(mine)))).toBe(false)
  })
})

describe('other signals', () => {
  it('ignores case in an EVM wallet address, and not in a TRON wallet address', () => {
    expect(payoutSignal(digest, '0xAB').digest).toEqual(payoutSignal(digest, '0xab').digest)
    expect(payoutSignal(digest, 'TAb').digest).not.toEqual(payoutSignal(digest, 'TaB').digest)
  })

  it('gives no signal for a passkey without a model, and two for one model on two sites', () => {
    expect(passkeySignal(digest, null, 'https://a.example')).toBeNull()
    const [a, b] = ['https://a.example', 'https://b.example'].map((site) => passkeySignal(digest, 'model', site))
    expect(a?.digest).not.toEqual(b?.digest)
  })
})
