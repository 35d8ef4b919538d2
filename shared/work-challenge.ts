/** A puzzle in the form of ALTCHA (https://altcha.org), for a try that would be one too many without. */
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
