import { createHash, createVerify } from 'node:crypto'
import { signText } from '../alipay/signing.ts'

export type EpayParams = Readonly<Record<string, string>>
/** Keys of the simulated gateways. `key`: shared key of version 1. The key pairs belong to version 2. */
export type EpayKeys = {
  readonly key: string
  readonly merchantPublicPem: string
  readonly providerPrivatePem: string
}

/** Text that is signed: parameters sorted by name, decoded, without `sign`, `sign_type` and empty ones. */
function textOf(params: EpayParams): string {
  const names = Object.keys(params).filter((name) => !['sign', 'sign_type'].includes(name))
  return names
    .filter((name) => (params[name] ?? '').trim() !== '')
    .toSorted()
    .map((name) => [name, params[name]].join('='))
    .join('&')
}

/** Signs with MD5. `joint`: text between the signed text and the key: nothing or `&key=`. */
export const signMd5 = (params: EpayParams, key: string, joint = ''): EpayParams => ({
  ...params,
  sign: createHash('md5')
    .update(textOf(params) + joint + key, 'utf8')
    .digest('hex'),
  sign_type: 'MD5',
})
export const signRsa = (params: EpayParams, privatePem: string): EpayParams => ({
  ...params,
  sign: signText(textOf(params), privatePem),
  sign_type: 'RSA',
})

export const isMd5Signed = (params: EpayParams, key: string): boolean => signMd5(params, key).sign === params.sign
export const isRsaSigned = (params: EpayParams, publicPem: string): boolean =>
  params.sign_type === 'RSA' &&
  createVerify('RSA-SHA256')
    .update(textOf(params), 'utf8')
    .verify(publicPem, params.sign ?? '', 'base64')
