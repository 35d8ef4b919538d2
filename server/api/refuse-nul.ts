import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}

/** PostgreSQL's text cannot hold U+0000; nobody types it. It is refused at its field, before it becomes our error. */
export async function refuseNul(request: FastifyRequest): Promise<void> {
  if (typeof request.body !== 'object' || request.body === null) return
  const fields = Object.entries(request.body).filter(([, value]) => holdsNul(value))
  if (fields.length > 0)
    throw new AppError('InvalidInput', Object.fromEntries(fields.map(([name]) => [name, 'Invalid'])))
}
