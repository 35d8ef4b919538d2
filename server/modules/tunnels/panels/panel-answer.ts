import { isRecord } from '#server/platform/read-body.ts'
import { isPage } from './panel-document.rules.ts'
import type { PanelAnswer } from './panel-http.ts'

type Said = Pick<PanelAnswer, 'status' | 'headers' | 'body' | 'json'>

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const errorCode = /^A\d{3}$/

/**
 * Recognises answers of Remnawave 3: `{response}`, an error with a code, a failed validation or a missing scope. Any
 * other answer comes from a proxy in front of the panel.
 */
export function isRemnawaveAnswer({ status, json }: Said): boolean {
  if (!isRecord(json)) return false
  if (isSuccess(status)) return isRecord(json.response)
  if (typeof json.message !== 'string') return false
  if (typeof json.errorCode === 'string') return errorCode.test(json.errorCode)
  return (status === 400 && Array.isArray(json.errors)) || lacksScope({ status, json })
}

/**
 * True if the panel's token is valid but lacks the scope. Compares the message, because Fastify and hapi send the same
 * three fields with other values.
 */
export const lacksScope = ({ status, json }: Pick<Said, 'status' | 'json'>): boolean =>
  status === 403 && isRecord(json) && json.error === 'Forbidden' && json.message === 'Forbidden resource'

/** Remnawave's error codes for an unknown user: A063 for a search by name, A025 for a change. */
const unknownCodes = new Set<unknown>(['A025', 'A063'])
export const isUnknownToRemnawave = ({ status, json }: Pick<Said, 'status' | 'json'>): boolean =>
  status === 404 && isRecord(json) && unknownCodes.has(json.errorCode)

const marzbanFields = ['access_token', 'username', 'users']

const marzbanRefuses = [400, 409, 422]

/**
 * Recognises answers of Marzban: a success has a token, a user, users or a deletion notice; an error has only `detail`.
 * For 404 "Not Found" and 403 "Not authenticated" the text is compared, because every FastAPI program sends these
 * statuses. Status 500 is not recognised, because a proxy may send the same.
 */
export function isMarzbanAnswer(answer: Said): boolean {
  const { status, json } = answer
  if (!isRecord(json) || status >= 500) return false
  if (isSuccess(status))
    return (
      marzbanFields.some((field) => field in json) || (typeof json.detail === 'string' && /delet/i.test(json.detail))
    )
  if (isUnknownToMarzban(answer) || belongsToAnotherAdmin(answer)) return true
  // Problem details (RFC 9457) also have a `detail`, but beside a title and a status.
  const isAlone = Object.keys(json).every((name) => name === 'detail')
  return marzbanRefuses.includes(status) && isAlone && (typeof json.detail === 'string' || isRecord(json.detail))
}

export const isUnknownToMarzban = ({ status, json }: Pick<Said, 'status' | 'json'>): boolean =>
  status === 404 && isRecord(json) && json.detail === 'User not found'

/**
 * True if the user belongs to another admin of Marzban. Compares the text, because a proxy's sign-in also answers 403.
 */
export const belongsToAnotherAdmin = ({ status, json }: Pick<Said, 'status' | 'json'>): boolean =>
  status === 403 && isRecord(json) && json.detail === "You're not allowed"

/**
 * HTTP statuses with which a webhook receiver refuses a message. 404, 405 and 413 are missing, because they usually
 * come from a proxy.
 */
const receiverRefuses = [400, 409, 410, 422]

/**
 * Recognises answers of an operator's own webhook receiver. Any 2xx counts, except for a web page, which is a login
 * page or a captive portal.
 */
export function isReceiverAnswer({ status, headers, body }: Said): boolean {
  if (!isSuccess(status) && !receiverRefuses.includes(status)) return false
  return !isPage(headers.get('content-type') ?? '', new TextDecoder().decode(body.subarray(0, 500)))
}
