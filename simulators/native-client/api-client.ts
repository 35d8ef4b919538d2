import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isRegisterToken, tokenPattern } from '#shared/api-values.ts'
import type { Call, Input, Output } from '#shared/contract/call.ts'
import { contract, type CustomerContract } from '#shared/contract/customer.ts'
import { defaultDeviceIdKey } from '#shared/device-codes.ts'
import type { Envelope, ErrorData } from '#shared/errors.ts'
import type { DeviceMemory, MemoryFile, NativePlatform } from './device-memory.ts'

const timeoutMs = 10_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export class ClientError extends Error {}

export class RefusedError extends ClientError {
  readonly status: string
  readonly data: NonNullable<ErrorData>
  constructor({ status, msg, data }: Envelope<ErrorData>) {
    super(`${msg} (${status})`)
    this.status = status
    this.data = data ?? { requestId: '' }
  }
}

type Endpoint = {
  readonly base: string
  readonly language: 'en' | 'zh_CN'
  /** Public signing key. Real apps include it; here it is read from the server's data folder. */
  readonly signingKey: KeyObject
}

export async function readSigningKey(dataDir: string, platform: NativePlatform): Promise<KeyObject> {
  const file = path.join(dataDir, 'keys', `signing-${platform}.pem`)
  const pem = await readFile(file, 'utf8').catch(() => {
    throw new ClientError(`${file} cannot be read. Start the server once, or name its data folder with --data.`)
  })
  return createPublicKey(pem)
}

function encodeDeviceId(deviceId: string): string {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(defaultDeviceIdKey, 'hex'), null)
  return Buffer.concat([cipher.update(deviceId, 'utf8'), cipher.final()]).toString('base64')
}

function sign(key: KeyObject): string {
  const nonce = Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')
  const padding = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(padding, Buffer.from(JSON.stringify({ nonce, timestamp: Date.now() }))).toString('base64')
}

export class ApiClient {
  memory: DeviceMemory
  readonly #file: MemoryFile
  readonly #endpoint: Endpoint

  constructor(memory: DeviceMemory, file: MemoryFile, endpoint: Endpoint) {
    this.memory = memory
    this.#file = file
    this.#endpoint = endpoint
  }

  /** Calls the API like an app. Throws `RefusedError` for an error status, `ClientError` without an answer. */
  async call<P extends keyof CustomerContract>(
    route: P,
    input: Input<CustomerContract[P]>,
  ): Promise<Output<CustomerContract[P]>> {
    const { signed = false, login = false } = contract[route] as Call
    const { base, signingKey } = this.#endpoint
    const body = { ...input, ...(signed && { signature: sign(signingKey) }) }
    const response = await fetch(base + route, {
      method: 'POST',
      headers: this.#headers(login),
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new ClientError(`${base} does not answer: ${reasonOf(error)}`)
    })
    const answer = (await response.json().catch(() => {
      throw new ClientError(`${base} answered something else than JSON (HTTP ${response.status}).`)
    })) as Envelope<unknown>
    if (answer.code !== 200) throw new RefusedError(answer as Envelope<ErrorData>)
    await this.#storeToken(response.headers.get('pragma') ?? '')
    return answer.data as Output<CustomerContract[P]>
  }

  async remember(change: Partial<DeviceMemory>): Promise<void> {
    this.memory = { ...this.memory, ...change }
    await this.#file.write(this.memory)
  }

  #headers(login: boolean): Record<string, string> {
    const { platform, deviceId, deviceName, osVersion, token } = this.memory
    return {
      'content-type': 'application/json',
      language: this.#endpoint.language,
      platform,
      deviceId: encodeDeviceId(deviceId),
      deviceName: encodeURIComponent(deviceName),
      osVersion,
      ...(token && !login && { authorization: token }),
    }
  }

  /**
   * Stores a received token. A register token is exchanged for a full one at once, because it is good for nothing else.
   */
  async #storeToken(token: string): Promise<void> {
    if (!tokenPattern.test(token)) return
    await this.remember({ token, challenge: undefined })
    if (isRegisterToken(token)) await this.call('/api/system/system_user_info', {})
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
