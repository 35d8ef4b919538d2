type Sms = {
  readonly id: string
  readonly to: string
  readonly text: string
  readonly code: string | null
}
/**
 * Sends an SMS. Throws `DeliveryRefused` if a retry is known to be useless, for example without a provider for the
 * country, and `DeliveryFailed` for every other failure.
 */
export type SmsSender = (sms: Sms) => Promise<void>

export const smsTimeoutMs = 8_000
export const maxSmsAnswerBytes = 64 * 1024
