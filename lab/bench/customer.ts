import { constants, createPublicKey, publicEncrypt, randomBytes, type KeyObject } from 'node:crypto'
import http from 'node:http'
import { demoAccounts } from '#simulators/demo/demo-catalog.ts'

export type Answer = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly body: Buffer }

export function send(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

export async function readSigningKey(origin: string): Promise<KeyObject> {
  const page = (await send(`${origin}/login`)).body.toString()
  const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}'
  const { signingKey } = JSON.parse(data) as { signingKey: string }
  return createPublicKey({ key: Buffer.from(signingKey, 'base64'), format: 'der', type: 'spki' })
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export function sign(key: KeyObject): string {
  const nonce = Array.from(randomBytes(8), (byte) => digits[byte % 62]).join('')
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(options, Buffer.from(JSON.stringify({ nonce, timestamp: Date.now() }))).toString('base64')
}

export const callHeaders = { 'content-type': 'application/json', platform: 'web', language: 'en', deviceid: 'web' }

export async function logIn(prefix: string, key: KeyObject): Promise<string> {
  const [account] = demoAccounts
  const input = { accountName: account?.accountName, password: account?.password, agreed: true, signature: sign(key) }
  const answer = await send(`${prefix}/api/user/user_login_username`, {
    method: 'POST',
    headers: callHeaders,
    body: JSON.stringify(input),
  })
  if (answer.status !== 200) throw new Error(`the demo account is refused: ${answer.body.toString()}`)
  return String(answer.headers.pragma)
}
