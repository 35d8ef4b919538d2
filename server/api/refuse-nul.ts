import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

/** Walks by a list of its own: a body may nest deeper than the stack of calls is. */
function holdsNul(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner)
  }
  return false
}

/** PostgreSQL's text cannot hold U+0000; no one types it. It is refused at its field, before it becomes our error. */
export async function refuseNul(request: FastifyRequest): Promise<void> {
  if (typeof request.body !== 'object' || request.body === null) return
  const fields = Object.entries(request.body).filter(([, value]) => holdsNul(value))
  if (fields.length > 0)
    throw new AppError('InvalidInput', Object.fromEntries(fields.map(([name]) => [name, 'Invalid'])))
}
