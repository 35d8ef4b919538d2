import type { SmsConfig } from '../config.ts'
import { DeliveryFailed, DeliveryRefused } from '../delivery.ts'
import { createAliyunSender } from './aliyun.ts'
import { smsTimeoutMs, type SmsSender } from './port.ts'
import { createTwilioSender } from './twilio.ts'

/**
 * Creates the SMS sender. Numbers of mainland China are served by Aliyun if it is configured, all others by Twilio; an
 * outbox URL replaces both.
 */
export function createSmsSender({ aliyun, twilio, outboxUrl }: SmsConfig): SmsSender {
  const abroad = twilio && createTwilioSender(twilio)
  const mainland = aliyun ? createAliyunSender(aliyun) : abroad
  const outbox = outboxUrl === null ? null : createOutboxSender(outboxUrl)
  return async (sms) => {
    const send = outbox ?? (sms.to.startsWith('+86') ? mainland : abroad)
    if (!send) throw new DeliveryRefused('sms: no provider for this country')
    await send(sms)
  }
}

export const smsReaches = ({ aliyun, twilio, outboxUrl }: SmsConfig, to: string): boolean =>
  outboxUrl !== null || twilio !== null || (aliyun !== null && to.startsWith('+86'))

const createOutboxSender =
  (url: string): SmsSender =>
  async ({ id, to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, to, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(smsTimeoutMs),
    }).catch(() => null)
    await response?.body?.cancel()
    if (response?.status !== 202) throw new DeliveryFailed(`sms outbox: ${response?.status ?? 'unreachable'}`)
  }
