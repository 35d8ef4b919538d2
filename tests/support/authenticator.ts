import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Values with which the software passkey below forges part of its response. */
type Forgery = {
  origin?: string
  rpId?: string
  verified?: boolean
  type?: string
  crossOrigin?: boolean
  topOrigin?: string
  userHandle?: string | null
}

const userPresent = 0x01
const userVerified = 0x04
const attested = 0x40

export class SoftAuthenticator {
  readonly credentialId: Buffer = randomBytes(32)
  #counter = 0
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  readonly #origin: string
  readonly #counts: boolean
  /** Account id from the site, which an authenticator stores with the key. */
  #userHandle = ''

  /** `counts`: hardware keys count signatures; synchronised passkeys always report 0. */
  constructor(origin: string, { counts = false } = {}) {
    this.#origin = origin
    this.#counts = counts
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  get id(): string {
    return this.credentialId.toString('base64url')
  }

  create({ challenge, user }: { challenge: string; user?: { id: string } }, forgery: Forgery = {}) {
    this.#userHandle = user?.id ?? ''
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    // COSE key: EC2, ES256, P-256.
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId, isoCBOR.encode(asCbor(cose))])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(Buffer.concat([this.#data(forgery, attested), credential]))],
    ])
    return {
      ...this.#envelope(),
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge, forgery).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(asCbor(attestation))).toString('base64url'),
        transports: ['internal' as const],
      },
    }
  }

  get(challenge: string, forgery: Forgery = {}) {
    if (this.#counts) this.#counter++
    const data = this.#data(forgery, 0)
    const client = this.#client('webauthn.get', challenge, forgery)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      ...this.#envelope(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
        ...(forgery.userHandle !== null && { userHandle: forgery.userHandle ?? this.#userHandle }),
      },
    }
  }

  #envelope() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #client(type: string, challenge: string, forgery: Forgery): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: forgery.type ?? type,
        challenge,
        origin: forgery.origin ?? this.#origin,
        crossOrigin: forgery.crossOrigin ?? false,
        ...(forgery.topOrigin && { topOrigin: forgery.topOrigin }),
      }),
    )
  }

  #data(forgery: Forgery, flags: number): Buffer {
    const rpIdHash = createHash('sha256')
      .update(forgery.rpId ?? new URL(this.#origin).hostname)
      .digest()
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const verified = forgery.verified === false ? 0 : userVerified
    return Buffer.concat([rpIdHash, Buffer.from([flags | userPresent | verified]), counter])
  }
}

const asCbor = (value: unknown) => value as Parameters<typeof isoCBOR.encode>[0]
