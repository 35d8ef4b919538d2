import Type, { type TSchema } from 'typebox'
import type { FastifyError, FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import { AppError, errors, errorText, type Envelope, type ErrorData, type ErrorStatus } from '#shared/errors.ts'
import { fieldErrorText, type FieldError } from '#shared/field-errors.ts'
import { headerOfLanguage, languageOfSpelling, type Language, type Localized } from '#shared/language.ts'
import { languageOf } from './call-context.ts'

const beginnings: Localized = {
  en: 'This account is blocked. You may object: write to support. Why: ',
  'zh-CN': '这个账号已被停用，如有异议请联系客服。原因：',
}
const blockedText = (told: string, language: Language): string => beginnings[language] + told

const byFastifyCode: Record<string, ErrorStatus> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'TooLarge',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'InvalidInput',
  FST_ERR_CTP_INVALID_JSON_BODY: 'InvalidInput',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'InvalidInput',
}

function asAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error
  if ('validation' in error && Array.isArray(error.validation))
    return new AppError('InvalidInput', fieldsOf(error.validation))
  const status = 'code' in error ? byFastifyCode[error.code] : undefined
  if (status) return new AppError(status)
  if (error instanceof SyntaxError) return new AppError('InvalidInput')
  return new AppError('Internal', {}, { cause: error })
}

/** True if the client disconnected before it had sent the whole body. */
const hungUp = (error: Error, { raw }: FastifyRequest): boolean =>
  'code' in error && error.code === 'ECONNRESET' && !raw.complete

/** True for a bug in this product, in contrast to a mistake of the caller or an outage, which has its own alerts. */
export const isOurFault = (error: Error, request: FastifyRequest): boolean =>
  !hungUp(error, request) && asAppError(error).status === 'Internal'

type Violation = { instancePath?: string; keyword?: string; params?: { missingProperty?: string } }

function fieldsOf(violations: readonly Violation[]): Record<string, FieldError> {
  const fields: Record<string, FieldError> = {}
  for (const { instancePath = '', keyword, params } of violations) {
    const name = instancePath.split('/')[1] || params?.missingProperty
    if (name) fields[name] ??= keyword === 'required' || keyword === 'minLength' ? 'Required' : 'Invalid'
  }
  return fields
}

/** Schema of the response envelope around a call's output. */
export const envelopeSchema = (output: TSchema) =>
  Type.Object({ code: Type.Integer(), msg: Type.String(), status: Type.String(), data: output })

/** Response envelope of a successful call. */
export const envelopeOf = <T>(data: T): Envelope<T> => ({ code: 200, msg: '', status: 'OK', data })

export const answerError = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(error, request, reply)

/** Sends an error in the response envelope. `http`: HTTP status, if it differs from the envelope's code. */
function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  http?: number,
): FastifyReply {
  const known = hungUp(error, request) ? new AppError('InvalidInput') : asAppError(error)
  const { code } = errors[known.status]
  if (code >= 500) request.log.error({ err: known.cause ?? known, status: known.status }, 'call failed')
  const language = languageOf(request)
  const fields = Object.entries(known.fields)
  const data: ErrorData = {
    requestId: request.id,
    ...known.next,
    ...(fields.length > 0 && {
      fields: Object.fromEntries(fields.map(([name, field]) => [name, fieldErrorText(field, language)])),
    }),
  }
  const { told } = known.next
  const msg = told === undefined ? errorText(known.status, language) : blockedText(told, language)
  const envelope: Envelope<ErrorData> = { code, msg, status: known.status, data }
  if (code === 503 || code === 429) reply.header('retry-after', String(known.retryAfterSeconds ?? 2))
  return reply
    .code(http ?? code)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(envelope))
}

/**
 * Adapts to clients of the original service: they ignore the HTTP status, so errors have status 200, and they spell
 * languages in several ways.
 */
export function registerClientCompat(calls: FastifyInstance): void {
  calls.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply, 200))
  calls.setNotFoundHandler((request, reply) => sendError(new AppError('NotFound'), request, reply, 200))
  calls.addHook('onRequest', async ({ headers }) => {
    headers.language = headerOfLanguage(languageOfSpelling(String(headers.language ?? '')))
  })
}
