import { constants, createPublicKey, generateKeyPairSync, publicEncrypt, randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { platforms, type Platform } from '#shared/api-values.ts'
import { checkSigningKeys, createSignatureOpener, readPayload } from './signed-calls.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const keysOf = (text: string) =>
  Object.fromEntries(platforms.map((platform) => [platform, text])) as Record<Platform, string>
const seal = (payload: unknown) =>
  publicEncrypt(
    { key: createPublicKey(pem), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(JSON.stringify(payload)),
  )

it('a signature can be decrypted, and none of 10,000 mutations of it can', async () => {
  const open = createSignatureOpener(keysOf(pem))
  const sealed = seal({ nonce: 'abcDEF12', timestamp: 1_700_000_000_000 })
  expect(await open('web', sealed.toString('base64'))).toEqual({ nonce: 'abcDEF12', timestamp: 1_700_000_000_000 })
  for (let round = 0; round < 100; round++) {
    const mutations = Array.from({ length: 100 }, () => {
      const mutated = Buffer.from(sealed)
      const at = randomInt(mutated.length)
      mutated[at] = (mutated[at] ?? 0) ^ randomInt(1, 256)
      return open('web', mutated.toString('base64'))
    })
    expect(new Set(await Promise.all(mutations))).toEqual(new Set([null]))
  }
})

it('an unusable signing key is refused at start', () => {
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  expect(checkSigningKeys(keysOf(pem))).toBeNull()
  expect(checkSigningKeys({ ...keysOf(pem), ios: small.toString() })).toBe('ios')
  expect(checkSigningKeys({ ...keysOf(pem), mac: 'no key' })).toBe('mac')
})

it('the payload of a signed call has a nonce of eight letters and digits and a time in whole milliseconds', () => {
  const read = (nonce: unknown, timestamp: unknown = 1_700_000_000_000) =>
    readPayload(Buffer.from(JSON.stringify({ nonce, timestamp })))
  expect(read('abcDEF12')).toEqual({ nonce: 'abcDEF12', timestamp: 1_700_000_000_000 })
  for (const nonce of ['abcDEF1', 'abcDEF123', 'abcDEF1-', ' bcDEF12', 12_345_678, null]) expect(read(nonce)).toBeNull()
  for (const timestamp of ['1700000000000', 0.5, null]) expect(read('abcDEF12', timestamp)).toBeNull()
  expect(readPayload(Buffer.from('no payload'))).toBeNull()
})
