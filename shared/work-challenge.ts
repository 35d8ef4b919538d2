/** ALTCHA puzzle (https://altcha.org), required after too many attempts. */
export type WorkChallenge = {
  readonly parameters: {
    readonly algorithm: string
    readonly cost: number
    readonly expiresAt: number
    readonly keyLength: number
    readonly keyPrefix: string
    readonly keySignature: string
    readonly nonce: string
    readonly salt: string
  }
  readonly signature: string
}
