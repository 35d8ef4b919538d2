import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A proxy, and a browser, take a connection for dead on which nothing moves for long. */
export const heartbeatMs = 15_000
/** Bytes that may wait for a slow reader before it is let go; it comes back by itself. */
const maxWaiting = 64 * 1024

/** Begins server-sent events in place of an answer. What they carry is written with `writeEvents`. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): ServerResponse {
  const stream = reply.raw
  reply.hijack()
  // The server hangs up on sockets on which nothing moves; this one may be quiet for longer.
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
