import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { findSecrets } from './find-secrets.ts'

const letters = (count: number) =>
  randomBytes(count * 2)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, count)
const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

// Secrets for the cases are generated at run time, so that this file contains none.
it.each([
  ['a private key', pem],
  ['a private key', JSON.stringify(pem)],
  ['an extended private key', `xprv${'9'.repeat(107)}`],
  ['a key of Stripe', `sk_live_${letters(24)}`],
  ['a key of Stripe', `whsec_${letters(32)}`],
  ['a key of Aliyun', `LTAI${letters(20)}`],
  ['a key of Twilio', `AC${hex(16)}`],
  ['a key of AWS', `AKIA${'Q7'.repeat(8)}`],
  ['a key of Google', `AIza${letters(35)}`],
  ['a token of a forge', `ghp_${letters(36)}`],
  ['a token of Slack', `xoxb-${letters(24)}`],
  ['a signed token', `eyJ${letters(20)}.eyJ${letters(20)}.${letters(30)}`],
  ['a token of a session', `wf_${letters(43)}`],
  ['a password in an address', `smtps://mailer:${letters(12)}@mail.example`],
  ['a node of a chain with its key', `https://mainnet.infura.io/v3/${hex(16)}`],
  ['32 bytes as a number', `0x${hex(32)}`],
  ['a secret that is written down', `apiKey: 'a1${letters(30)}'`],
])('a secret in a file is found with its line: %s', (name, secret) => {
  expect(findSecrets(`first line\nconst x = "${secret}"\n`)).toContainEqual(expect.objectContaining({ name, line: 2 }))
})

it('ordinary text is not reported as a secret', () => {
  const text = `password: 'correct horse 42', https://host/path:80/x, -----BEGIN PUBLIC KEY-----, SECRET_KEY_FILE=/run/secret.key, token: string`
  expect(findSecrets(text)).toEqual([])
})
