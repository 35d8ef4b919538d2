import type { ErrorStatus, NextStep } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'

export const networkErrorText: Record<Language, string> = {
  en: 'Network error. Please try again later.',
  'zh-CN': '网络错误，请稍后再试。',
}

/** Error text for a call whose signature the server refuses although this device's clock is right. */
export const expiredText: Record<Language, string> = {
  en: 'This request has expired. Please try again.',
  'zh-CN': '请求已失效，请重试。',
}

/**
 * Error code of a failed call. `NetworkError`: no usable answer came, so the server may or may not have carried out the
 * call. `StorageBlocked`: the browser stores nothing for this site, so the call was not sent.
 */
export type ClientErrorStatus = ErrorStatus | 'NetworkError' | 'StorageBlocked'

/** Failed API call. `message` is in the reader's language; `fields` maps input names to their errors. */
export class ApiError extends Error {
  readonly status: ClientErrorStatus
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | null
  readonly next: NextStep
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

/** True if the call got no answer or a 5xx. Whether the server carried it out is then unknown. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === null || error.code >= 500)

export const refusalText = (error: unknown): string | null => (error instanceof ApiError ? error.message : null)

export const isNetworkError = (error: unknown): boolean => error instanceof ApiError && error.status === 'NetworkError'
