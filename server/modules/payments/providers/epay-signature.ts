import { createHash, createSign, createVerify, timingSafeEqual } from 'node:crypto'
import { readRsaPrivateKey, readRsaPublicKey } from '#server/platform/rsa-keys.ts'
import { lazily } from '#server/platform/lazily.ts'
import type { EpayFields } from './epay-wire.rules.ts'

/**
 * Settings for MD5 signatures. `keys`: the first one signs, and signatures of all are accepted. `isNamed`: the gateway
 * writes `&key=` before the key.
 */
type Md5Signing = { readonly kind: 'md5'; readonly keys: readonly string[]; readonly isNamed: boolean }
/** RSA keys in PEM or base64. Signatures by any of the platform keys are accepted. */
type RsaSigning = {
  readonly kind: 'rsa'
  readonly privateKey: string
  readonly platformKeys: readonly string[]
}
export type EpaySigning = Md5Signing | RsaSigning

type EpaySigner = {
  /** Adds `sign` and `sign_type` to the parameters, and with RSA the time. */
  sign(fields: EpayFields): EpayFields
  /**
   * Verifies with the signature method of our account. The method that the message names in `sign_type` is not trusted.
   */
  isSigned(fields: EpayFields): boolean
}

/**
 * Text to be signed: all parameters with a value, except `sign` and `sign_type`, sorted by name. Values are decoded;
 * encoded ones break on "+", "%" and "&" in a product's name.
 */
export const contentOf = (fields: EpayFields): string =>
  Object.keys(fields)
    .filter((name) => name !== 'sign' && name !== 'sign_type' && fields[name]?.trim() !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

export const md5Of = (fields: EpayFields, key: string, isNamed: boolean): string =>
  createHash('md5')
    .update(`${contentOf(fields)}${isNamed ? '&key=' : ''}${key}`)
    .digest('hex')

function md5Signer({ keys, isNamed }: Md5Signing): EpaySigner {
  const [first = ''] = keys
  return {
    sign: (fields) => ({ ...fields, sign: md5Of(fields, first, isNamed), sign_type: 'MD5' }),
    isSigned(fields) {
      const sign = Buffer.from(fields.sign?.toLowerCase() ?? '')
      return keys.some((key) => {
        const expected = Buffer.from(md5Of(fields, key, isNamed))
        return expected.length === sign.length && timingSafeEqual(expected, sign)
      })
    },
  }
}

function rsaSigner({ privateKey, platformKeys }: RsaSigning): EpaySigner {
  const own = lazily(() => readRsaPrivateKey(privateKey))
  const theirs = lazily(() => platformKeys.map(readRsaPublicKey).filter((key) => key !== null))
  return {
    sign(fields) {
      const key = own()
      if (!key) throw new Error('the private key is no RSA key')
      const timed = { ...fields, timestamp: String(Math.floor(Date.now() / 1_000)) }
      const sign = createSign('RSA-SHA256').update(contentOf(timed)).sign(key, 'base64')
      // The documentation demands the `sign_type` `SHA256WithRSA`, but gateways accept only `RSA`.
      return { ...timed, sign, sign_type: 'RSA' }
    },
    isSigned: (fields) =>
      theirs().some((key) =>
        createVerify('RSA-SHA256')
          .update(contentOf(fields))
          .verify(key, fields.sign ?? '', 'base64'),
      ),
  }
}

export const createSigner = (signing: EpaySigning): EpaySigner =>
  signing.kind === 'md5' ? md5Signer(signing) : rsaSigner(signing)

/** Parameters that decide which order was paid, and how much. */
const deciding = /&(?:money|name|out_trade_no|pid|trade_no|trade_status|type)=/
/**
 * True if the signed text could be split into other parameters with the same signature. Values are not escaped in it,
 * so a="1&money=9" gives the same text as a="1", money="9". A customer of the same gateway could choose such a value.
 */
export const isAmbiguous = (fields: EpayFields): boolean =>
  Object.entries(fields).some(([name, value]) => !/^\w+$/.test(name) || deciding.test(value ?? ''))
