import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

/**
 * True if any string in the body contains U+0000. Iterative, because a body may be nested deeper than the call stack.
 */
function holdsNul(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner)
  }
  return false
}

/** Rejects U+0000 in a request body with a field error, because PostgreSQL cannot store it and would cause a 500. */
export async function refuseNul(request: FastifyRequest): Promise<void> {
  if (typeof request.body !== 'object' || request.body === null) return
  const fields = Object.entries(request.body).filter(([, value]) => holdsNul(value))
  if (fields.length > 0)
    throw new AppError('InvalidInput', Object.fromEntries(fields.map(([name]) => [name, 'Invalid'])))
}
