import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { progressType, type ConsoleLine } from '#shared/console.ts'

type Told = { readonly lines: PassThrough; at: number }
const told = new WeakMap<FastifyRequest, Told>()
const restMs = 500

const lineOf = (line: ConsoleLine): string => `${JSON.stringify(line)}\n`

export function sendProgress(request: FastifyRequest, reply: FastifyReply, done: number): void {
  if (request.headers.accept !== progressType) return
  const now = performance.now()
  const open = told.get(request)
  if (open && now - open.at < restMs) return
  const { lines } = open ?? begin(request, reply)
  told.set(request, { lines, at: now })
  // If the browser has left, the action continues without reporting progress.
  if (lines.writable) lines.write(lineOf({ step: { done } }))
}

function begin(request: FastifyRequest, reply: FastifyReply): Pick<Told, 'lines'> {
  const lines = new PassThrough()
  void reply.header('x-accel-buffering', 'no').type(progressType).send(lines)
  return { lines }
}

export const hasSentProgress = (request: FastifyRequest): boolean => told.has(request)

export function answer(request: FastifyRequest, reply: FastifyReply, code: number, body: unknown): FastifyReply {
  const open = told.get(request)
  if (!open) return reply.code(code).send(body)
  if (open.lines.writable) open.lines.end(lineOf({ code, body }))
  return reply
}
