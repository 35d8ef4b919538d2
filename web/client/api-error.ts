import type { ErrorStatus, NextStep } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'

export const networkErrorText: Record<Language, string> = {
  en: 'Network error. Please try again later.',
  'zh-CN': '网络错误，请稍后再试。',
}

/** A signature that the server refuses although this device's clock is right. */
export const expiredText: Record<Language, string> = {
  en: 'This request has expired. Please try again.',
  'zh-CN': '请求已失效，请重试。',
}

/** `NetworkError`: no answer, or one that is not ours. The server may or may not have done what was asked. */
export type ClientErrorStatus = ErrorStatus | 'NetworkError'

/** A call that did not succeed. `message` is in the reader's language; `fields` maps input names to what is wrong. */
export class ApiError extends Error {
  readonly status: ClientErrorStatus
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | null
  /** How a call that stopped half-way goes on. */
  readonly next: NextStep
  /** Of the envelope, which is the HTTP status; null where there was no answer. */
  readonly code: number | null
  constructor(
    status: ClientErrorStatus,
    message: string,
    fields: Readonly<Record<string, string>> = {},
    requestId: string | null = null,
    next: NextStep = {},
    code: number | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.fields = fields
    this.requestId = requestId
    this.next = next
    this.code = code
  }
}

/** No answer, or one by which the server says that it cannot answer now: nothing is known of what was asked. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === null || error.code >= 500)

/** What a refused change says of itself; null while there is nothing to say. */
export const refusalText = (error: unknown): string | null => (error instanceof ApiError ? error.message : null)

export const isNetworkError = (error: unknown): boolean => error instanceof ApiError && error.status === 'NetworkError'
