import type { TwilioConfig } from '../config.ts'
import { DeliveryFailed, DeliveryRefused } from '../delivery.ts'
import { readJson, isRecord } from '../read-body.ts'
import { maxSmsAnswerBytes, smsTimeoutMs, type SmsSender } from './port.ts'

/** Codes of permanent errors: invalid number, unsubscribed, unreachable region, blacklisted, landline. */
const final = [21211, 21408, 21610, 21612, 21614]

export function createTwilioSender({ accountSid, authToken, from, endpoint }: TwilioConfig): SmsSender {
  const url = `${endpoint}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return async ({ to, text }) => {
    const body = new URLSearchParams({ To: to, Body: text, ...sender })
    const { isSent, status, code } = await post(url, authorization, body)
    if (isSent) return
    const reason = `twilio: ${status} ${code ?? ''}`.trim()
    throw code !== null && final.includes(code) ? new DeliveryRefused(reason) : new DeliveryFailed(reason)
  }
}

async function post(url: string, authorization: string, body: URLSearchParams) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(smsTimeoutMs),
    })
    const read = await readJson(response, maxSmsAnswerBytes).catch(() => null)
    const answer = isRecord(read) ? read : {}
    // Twilio's answer to an accepted message has an id; an error page from a proxy has none.
    const isSent = response.ok && typeof answer.sid === 'string'
    return { isSent, status: response.status, code: typeof answer.code === 'number' ? answer.code : null }
  } catch (error) {
    throw new DeliveryFailed(`twilio: ${error instanceof Error ? error.name : 'unreachable'}`)
  }
}
