import type { deliveryStates, endpointStates, WebhookKind } from '#shared/webhook-events.ts'

export type EndpointState = (typeof endpointStates)[number]
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Maximum number of webhook endpoints. Each has its own slot in the job queue, so that a slow endpoint delays no other.
 */
export const maxEndpoints = 10
export const webhookDays = 30
/** Hours after a change of an endpoint's secret for which messages are signed with the former secret too. */
export const formerSecretHours = 24
/** Days without any success after which a webhook endpoint is switched off. Longer than all retries of one event. */
export const failingDays = 5
export const answerLength = 500

const [minute, hour, day] = [60, 3_600, 86_400]
/**
 * Seconds between the attempts of a webhook delivery, as recommended by Standard Webhooks 1.0.0: ten attempts within a
 * little more than three days.
 */
const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour] as const

/**
 * Makes a wait up to a fifth longer or shorter, so that messages that failed together are not all repeated at the same
 * moment.
 */
const jitter = (seconds: number, random: number): number => seconds * (0.8 + 0.4 * random)

/**
 * Result of one attempt to deliver a webhook event. `status`: null without an answer. `retryAfter`: seconds that the
 * receiver asked for.
 */
type Attempt = {
  readonly status: number | null
  readonly retryAfter: number | null
}
type Before = { readonly failures: number; readonly failingSince: Date | null }
type AfterAttempt = {
  readonly state: Exclude<DeliveryState, 'dropped'>
  /** Seconds until the next attempt to deliver the event. Null if no further attempt is made. */
  readonly pause: number | null
  /** State in which the endpoint is after an attempt. */
  readonly endpoint: Exclude<EndpointState, 'off'>
}

/** Decides what follows an attempt to deliver a webhook event. `random`: number from 0 up to 1. */
export function decideAfter(
  { status, retryAfter }: Attempt,
  { failures, failingSince }: Before,
  now: Date,
  random: number,
): AfterAttempt {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered', pause: null, endpoint: 'on' }
  const hasFailedLong = failingSince !== null && now.getTime() - failingSince.getTime() >= failingDays * day * 1_000
  const endpoint = status === 410 ? 'said-gone' : hasFailedLong ? 'failed' : 'on'
  const pause = pauses[failures]
  if (pause === undefined || status === 410) return { state: 'failed', pause: null, endpoint }
  const asked = Math.min(retryAfter ?? 0, day)
  return { state: 'waiting', pause: Math.round(Math.max(jitter(pause, random), asked)), endpoint }
}

/** Seconds of a `Retry-After` header, which is a number of seconds or a date. Null if absent or unreadable. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000))
}

/** Beginning of a receiver's answer, without control characters, as it is stored and shown to operators. */
export const excerptOf = (answer: string): string =>
  answer
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, answerLength)
    .toWellFormed()

export type EventPerson = {
  readonly uid: number
  /**
   * Email address and phone number of the person. Null unless the endpoint is allowed to receive them, and empty for an
   * erased person.
   */
  readonly contact: { readonly email: string | null; readonly phone: string | null } | null
}
export type StoredEvent = {
  readonly kind: WebhookKind
  readonly at: Date
  readonly data: Readonly<Record<string, unknown>>
}

/** Payload of a webhook event, in the form that Standard Webhooks recommends. */
export const payloadOf = ({ kind, at, data }: StoredEvent, person: EventPerson | null): string =>
  JSON.stringify({
    type: kind,
    timestamp: at.toISOString(),
    data: {
      ...(kind === 'membership.changed' ? membershipOf(data, at) : data),
      ...(person && { user: { uid: person.uid, ...person.contact } }),
    },
  })

/** State of the membership at the time of the event, so that each attempt sends the same content. */
function membershipOf({ expiresAt, trialFrom, blocked, erased, ...data }: StoredEvent['data'], at: Date) {
  const until = typeof expiresAt === 'string' ? new Date(expiresAt) : null
  const isActive = until !== null && until > at
  const state = erased === true ? 'erased' : blocked === true ? 'blocked' : isActive ? 'active' : 'expired'
  const isTrial = typeof trialFrom === 'string' && new Date(trialFrom) <= at
  return {
    ...data,
    state,
    plan: isTrial ? 'trial' : 'paid',
    expiresAt: erased === true ? null : (until?.toISOString() ?? null),
  }
}

export const messageId = (eventId: string): string => `evt_${eventId.replaceAll('-', '')}`
