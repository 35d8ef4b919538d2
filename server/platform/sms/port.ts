export type Sms = {
  readonly id: string
  readonly to: string
  readonly text: string
  readonly code: string | null
}
/** Sends an SMS. Throws `DeliveryRefused` for a permanent error, `DeliveryFailed` for a temporary one. */
export type SmsSender = (sms: Sms) => Promise<void>

export const smsTimeoutMs = 8_000
export const maxSmsAnswerBytes = 64 * 1024
