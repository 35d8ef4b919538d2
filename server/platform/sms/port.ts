export type Sms = {
  /** Travels with the message where the provider keeps one, so that both sides can name it. */
  readonly id: string
  /** E.164. */
  readonly to: string
  /** The whole text, for providers that send what they are given. */
  readonly text: string
  /** For providers that send templates of their own: the code, or null for a notice without one. */
  readonly code: string | null
}
/** Hands one SMS to a provider. Throws `DeliveryRefused` where its no is final, `DeliveryFailed` where it is not. */
export type SmsSender = (sms: Sms) => Promise<void>

export const smsTimeoutMs = 8_000
export const maxSmsAnswerBytes = 64 * 1024
