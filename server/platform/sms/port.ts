export type Sms = {
  /** Passed on to providers that store a reference. */
  readonly id: string
  readonly to: string
  /** Complete text, for providers that accept free text. */
  readonly text: string
  /** Code for providers with templates; null for a notice without a code. */
  readonly code: string | null
}
/** Sends an SMS. Throws `DeliveryRefused` for a permanent error, `DeliveryFailed` for a temporary one. */
export type SmsSender = (sms: Sms) => Promise<void>

export const smsTimeoutMs = 8_000
export const maxSmsAnswerBytes = 64 * 1024
