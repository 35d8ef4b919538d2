import { constants, createPublicKey, publicEncrypt, randomInt } from 'node:crypto'

/**
 * Client written only from the specification of the native apps, independent of the code: POST with JSON body,
 * headers Authorization, platform, language and deviceId, a `signature` (RSA PKCS#1 v1.5, as in the usual JavaScript
 * library) of nonce and timestamp, and a token from the header `pragma`. Rejects on HTTP status other than 2xx, like
 * common HTTP libraries.
 */
type OriginalClient = {
  call(path: string, input?: Record<string, unknown>): Promise<OriginalAnswer>
  token: string | null
  registerToken: string | null
}
type OriginalAnswer = { code: number; msg: string; status: string; data: unknown }
export class HttpRejected extends Error {}

type Send = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<{ http: number; pragma: string | undefined; text: string }>

const signed = [
  '/api/system/system_user_info',
  '/api/system/system_client_config',
  '/api/payment/payment_shop',
  '/api/user/user_register_username',
]
const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function sealOriginally(publicKeyPem: string, text: string): string {
  const key = createPublicKey(publicKeyPem)
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('base64')
}

export function originalClient(options: {
  send: Send
  publicKeyPem: string
  platform: string
  language: string
}): OriginalClient {
  const { send, publicKeyPem, platform, language } = options
  const client: OriginalClient = {
    token: null,
    registerToken: null,
    async call(path, input = {}) {
      const nonce = Array.from({ length: 8 }, () => alphanumeric[randomInt(alphanumeric.length)]).join('')
      const signature = sealOriginally(publicKeyPem, JSON.stringify({ nonce, timestamp: Date.now() }))
      const body = JSON.stringify(signed.includes(path) ? { ...input, signature } : input)
      const token = client.token ?? (path === '/api/system/system_user_info' ? client.registerToken : null)
      const headers = {
        'content-type': 'application/json',
        Authorization: token ?? '',
        platform,
        language,
        deviceId: 'web',
      }
      const { http, pragma, text } = await send(`/v4/test${path}`, headers, body)
      if (http < 200 || http > 299) throw new HttpRejected(`HTTP ${http}`)
      const answer = JSON.parse(text) as OriginalAnswer
      const isRegister = /_(normal|username|deviceid)$/.test(path)
      if (pragma && isRegister) client.registerToken = pragma
      else if (pragma) client.token = pragma
      return answer
    },
  }
  return client
}
