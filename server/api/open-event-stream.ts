import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const heartbeatMs = 15_000
/** Maximum unsent bytes before a slow client of an event stream is disconnected; it reconnects by itself. */
const maxWaiting = 64 * 1024

export function openEventStream(request: FastifyRequest, reply: FastifyReply): ServerResponse {
  const stream = reply.raw
  reply.hijack()
  // Disables the socket's idle timeout, because an event stream may be quiet for longer.
  request.raw.socket.setTimeout(0)
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) stream.setHeader(name, value)
  stream.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  return stream
}

export function writeEvents(stream: ServerResponse, text: string): void {
  if (stream.writableLength > maxWaiting) stream.destroy()
  else stream.write(text)
}
