import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readRealityKeys, repairRealityKeys } from './reality-keys.ts'

// An invented pair. `xray x25519 -i` of Xray 26.3.27 derives the same public key from this private one.
const pair = {
  privateKey: 'S4jHWGO2AKjiLYJKruQKFiLYfLlBbgsb2IajOvxvOw0',
  publicKey: 'xERrqmj2th1SFugFE7511fdSIFHRA1me0bP-fNXc9Sg',
}
const other = 'iRlDSwP49qLMU6WJJI_sfKC7M626MR2k_4H63T9C-kE'
const forms = (key: string) => {
  const bytes = Buffer.from(key, 'base64url')
  return [key, `${key}=`, bytes.toString('base64'), bytes.toString('base64').replace('=', '')]
}

describe('keys of REALITY', () => {
  it('are stored in base64url without padding, in whichever alphabet they come', () => {
    for (const privateKey of forms(pair.privateKey))
      for (const publicKey of forms(pair.publicKey)) {
        expect(readRealityKeys({ privateKey, publicKey })).toEqual(pair)
        expect(repairRealityKeys({ privateKey, publicKey })).toEqual(pair)
      }
  })

  it('are a pair that Node makes itself', () => {
    const { privateKey, publicKey } = generateKeyPairSync('x25519')
    const made = {
      privateKey: String(privateKey.export({ format: 'jwk' }).d),
      publicKey: String(publicKey.export({ format: 'jwk' }).x),
    }
    expect(readRealityKeys(made)).toEqual(made)
  })

  it.each([
    ['the private key twice', { publicKey: pair.privateKey }, 'exchanged'],
    ['the two exchanged', { privateKey: pair.publicKey, publicKey: pair.privateKey }, 'exchanged'],
    ['keys of two pairs', { publicKey: other }, 'two pairs'],
    ['31 bytes', { publicKey: pair.publicKey.slice(0, -2) }, 'public key'],
    ['33 bytes', { privateKey: `${pair.privateKey}0` }, 'private key'],
    ['words', { privateKey: 'a key of nothing at all, made up by somebody' }, 'private key'],
  ])('of %s are refused with the reason', (_what, change, reason) => {
    expect(readRealityKeys({ ...pair, ...change })).toEqual({ fault: reason })
  })

  it('of nodes from before follow from the private key, so that no private key is sent out', () => {
    for (const publicKey of [pair.privateKey, other, 'x'])
      expect(repairRealityKeys({ ...pair, publicKey, serverName: 'a' })).toEqual({ ...pair, serverName: 'a' })
    const none = { privateKey: 'short', publicKey: 'short' }
    expect(repairRealityKeys(none)).toBe(none)
    expect(repairRealityKeys({ serverName: 'a' })).toEqual({ serverName: 'a' })
  })
})
