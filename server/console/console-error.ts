import type { FastifyReply, FastifyRequest } from 'fastify'
import { consoleErrors, type ConsoleRefusal, type ConsoleStatus } from '#shared/console.ts'
import { AppError, errors, errorText } from '#shared/errors.ts'
import { languageOf } from '#server/api/call-context.ts'
import { headerOfLanguage, type Language } from '#shared/language.ts'
import { answer } from './send-progress.ts'
import { mentionedField, mentionedPart, say } from '#text/say.ts'
import type { Refusal } from '#server/platform/act.ts'

export class ConsoleError extends Error {
  readonly status: keyof typeof consoleErrors
  readonly told: Pick<ConsoleRefusal, 'outcome' | 'kept'>
  constructor(status: keyof typeof consoleErrors, told: Pick<ConsoleRefusal, 'outcome' | 'kept'> = {}) {
    super(status)
    this.status = status
    this.told = told
  }
}

type Told = Omit<ConsoleRefusal, 'requestId' | 'status'>

export const readerOf = ({ headers }: FastifyRequest): Language =>
  headers.language === headerOfLanguage('zh-CN') ? 'zh-CN' : 'en'

export const sendRefusal = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, sentence }: Refusal,
): FastifyReply =>
  tell(request, reply, status, errors[status].code, {
    message: say(readerOf(request), sentence),
    field: mentionedField(sentence),
    part: mentionedPart(sentence),
  })

export function answerConsoleError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request)
  if (error instanceof ConsoleError) {
    const { status, told } = error
    const message = consoleErrors[status][language]
    return tell(request, reply, status, consoleErrors[status].code, {
      message,
      field: null,
      ...told,
    })
  }
  const known = error instanceof AppError ? error : asAppError(error)
  const { code } = errors[known.status]
  if (code >= 500) request.log.error({ err: known.cause ?? known }, 'console call failed')
  const retry = known.retryAfterSeconds
  if (retry !== null) reply.header('retry-after', String(retry))
  const field = Object.keys(known.fields)[0] ?? null
  const message = errorText(known.status, language)
  return tell(request, reply, known.status, code, {
    message,
    field,
    ...(retry !== null && { retryAfterSeconds: retry }),
    ...(known.next.work && { work: known.next.work }),
  })
}

function asAppError(error: Error): AppError {
  const code = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (code === 413) return new AppError('TooLarge')
  if (code === 415) return new AppError('UnsupportedMediaType')
  return code < 500 ? new AppError('InvalidInput') : new AppError('Internal', {}, { cause: error })
}

function tell(
  request: FastifyRequest,
  reply: FastifyReply,
  status: ConsoleStatus,
  code: number,
  told: Told,
): FastifyReply {
  const refusal: ConsoleRefusal = { status, requestId: request.id, ...told }
  return answer(request, reply, code, refusal)
}
