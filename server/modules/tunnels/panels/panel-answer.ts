import { isRecord } from '#server/platform/is-record.ts'
import { isPage } from './panel-document.rules.ts'
import type { PanelAnswer } from './panel-http.ts'

type Said = Pick<PanelAnswer, 'status' | 'headers' | 'body' | 'json'>

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Codes of the published list of errors: A001 and up, in every answer of the panel's own about a call. */
const errorCode = /^A\d{3}$/

/**
 * Recognises answers of Remnawave 3: `{response}`, an error with a code, a failed validation and the refusal of a token's scopes.
 * Everything else comes from whatever stands in front of the panel.
 */
export function isRemnawaveAnswer({ status, json }: Said): boolean {
  if (!isRecord(json)) return false
  if (isSuccess(status)) return isRecord(json.response)
  if (typeof json.message !== 'string') return false
  if (typeof json.errorCode === 'string') return errorCode.test(json.errorCode)
  return (status === 400 && Array.isArray(json.errors)) || lacksScope({ status, json })
}

/**
 * The token is valid, and this call is outside its scopes. Fastify and hapi send the same three fields with other words, so that the
 * sentence of the guard counts.
 */
export const lacksScope = ({ status, json }: Pick<Said, 'status' | 'json'>): boolean =>
  status === 403 && isRecord(json) && json.error === 'Forbidden' && json.message === 'Forbidden resource'

/** Codes for an unknown person: A063 for a search by name, A025 for a change. */
const unknownCodes = new Set<unknown>(['A025', 'A063'])
export const isUnknownToRemnawave = ({ status, json }: Pick<Said, 'status' | 'json'>): boolean =>
  status === 404 && isRecord(json) && unknownCodes.has(json.errorCode)

const marzbanFields = ['access_token', 'username', 'users']

/** Statuses with which Marzban refuses a change of a user, in words of its own for each case. */
const marzbanRefuses = [400, 409, 422]

/**
 * Recognises answers of Marzban: a success names a token, a user, users or that one was deleted, and an error has `detail` and nothing
 * besides. Any FastAPI program answers 404 "Not Found" and 403 "Not authenticated", so those two count by their sentence alone.
 * Marzban's own 500 is plain text, like a proxy's.
 */
export function isMarzbanAnswer(answer: Said): boolean {
  const { status, json } = answer
  if (!isRecord(json) || status >= 500) return false
  if (isSuccess(status))
    return (
      marzbanFields.some((field) => field in json) || (typeof json.detail === 'string' && /delet/i.test(json.detail))
    )
  if (isUnknownToMarzban(answer) || belongsToAnotherAdmin(answer)) return true
  // Problem details (RFC 9457) have a `detail` as well, beside a title and a status.
  const isAlone = Object.keys(json).every((name) => name === 'detail')
  return marzbanRefuses.includes(status) && isAlone && (typeof json.detail === 'string' || isRecord(json.detail))
}

export const isUnknownToMarzban = ({ status, json }: Pick<Said, 'status' | 'json'>): boolean =>
  status === 404 && isRecord(json) && json.detail === 'User not found'

/** Marzban knows the user, and shows them to another admin only. A proxy that asks for a sign-in answers 403 as well. */
export const belongsToAnotherAdmin = ({ status, json }: Pick<Said, 'status' | 'json'>): boolean =>
  status === 403 && isRecord(json) && json.detail === "You're not allowed"

/** Statuses with which a receiver of webhooks refuses a message; 404, 405 and 413 usually come from a proxy. */
const receiverRefuses = [400, 409, 410, 422]

/** Recognises answers of an operator's own receiver. The protocol asks for 2xx alone, but a web page is a login or a portal. */
export function isReceiverAnswer({ status, headers, body }: Said): boolean {
  if (!isSuccess(status) && !receiverRefuses.includes(status)) return false
  return !isPage(headers.get('content-type') ?? '', new TextDecoder().decode(body.subarray(0, 500)))
}
