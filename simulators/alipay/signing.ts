import { createPrivateKey, createSign, createVerify, type KeyObject } from 'node:crypto'

export type Params = Readonly<Record<string, string>>

const contentOf = (params: Params, except: readonly string[]): string =>
  Object.keys(params)
    .filter((name) => !except.includes(name) && params[name] !== '')
    .toSorted()
    .map((name) => `${name}=${params[name]}`)
    .join('&')

const keys = new Map<string, KeyObject>()
/** Parses each private key once, because signing with a key in PEM format takes more than twice as long. */
function keyOf(privateKeyPem: string): KeyObject {
  const key = keys.get(privateKeyPem) ?? createPrivateKey(privateKeyPem)
  keys.set(privateKeyPem, key)
  return key
}

/** Signs with RSA and SHA-256, as Alipay, WeChat Pay, UnionPay and EPay gateways do. */
export const signText = (text: string, privateKeyPem: string): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(keyOf(privateKeyPem), 'base64')

/** Signs notifications and browser returns, whose signature does not include the parameter `sign_type`. */
export const signParams = (params: Params, privateKeyPem: string): Params => ({
  ...params,
  sign_type: 'RSA2',
  sign: signText(contentOf(params, ['sign', 'sign_type']), privateKeyPem),
})

/** Verifies a request of the shop, whose signature includes the parameter `sign_type`. */
export const isSignedBy = (params: Params, publicKeyPem: string): boolean =>
  params.sign_type === 'RSA2' &&
  createVerify('RSA-SHA256')
    .update(contentOf(params, ['sign']), 'utf8')
    .verify(publicKeyPem, params.sign ?? '', 'base64')
