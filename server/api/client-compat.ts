import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { headerOfLanguage, languageOfSpelling } from '#shared/language.ts'
import { sendError } from './envelope.ts'

/** Adapts to clients of the original service: they ignore HTTP status, so errors have 200, and spell the language in several ways. */
export function registerClientCompat(calls: FastifyInstance): void {
  calls.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply, 200))
  calls.setNotFoundHandler((request, reply) => sendError(new AppError('NotFound'), request, reply, 200))
  calls.addHook('onRequest', async ({ headers }) => {
    headers.language = headerOfLanguage(languageOfSpelling(String(headers.language ?? '')))
  })
}
