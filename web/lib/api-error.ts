import type { ErrorStatus, NextStep } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'

export const networkErrorText: Record<Language, string> = {
  en: 'Network error. Please try again later.',
  'zh-CN': '网络错误，请稍后再试。',
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
  constructor(
    status: ClientErrorStatus,
    message: string,
    fields: Readonly<Record<string, string>> = {},
    requestId: string | null = null,
    next: NextStep = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.fields = fields
    this.requestId = requestId
    this.next = next
  }
}

export const isNetworkError = (error: unknown): boolean => error instanceof ApiError && error.status === 'NetworkError'
