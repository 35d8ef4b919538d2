import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { headerOfLanguage, languageOfSpelling } from '#shared/language.ts'
import { sendError } from './envelope.ts'

/**
 * What clients of the original kind expect of calls: they look at the envelope's code alone, so that what is refused comes with HTTP 200, too, and they
 * spell their language in any of the usual ways.
 */
export function registerClientCompat(calls: FastifyInstance): void {
  calls.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply, 200))
  calls.setNotFoundHandler((request, reply) => sendError(new AppError('NotFound'), request, reply, 200))
  calls.addHook('onRequest', async ({ headers }) => {
    headers.language = headerOfLanguage(languageOfSpelling(String(headers.language ?? '')))
  })
}
