import type { FastifyInstance } from 'fastify'
import { readFiles } from '#server/site/site-build.ts'
import { send } from '#server/site/variants.ts'
import { consoleDocument, consolePolicy, readConsoleManifest } from './console-document.ts'

/** The console's files, and its document at each of its other addresses. */
export async function registerConsolePages(
  app: FastifyInstance,
  dist: string,
  headers: Record<string, string>,
): Promise<void> {
  const manifest = await readConsoleManifest(dist)
  const files = readFiles(dist, headers)
  for (const address of ['/console', '/console/*'])
    app.get(address, async (request, reply) => {
      const file = files.get(request.url.slice('/console'.length).split('?', 1)[0] ?? '')
      if (file) {
        reply.hijack()
        return send(request.raw, reply.raw, file)
      }
      return reply
        .headers({ 'content-security-policy': consolePolicy, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        .type('text/html; charset=utf-8')
        .send(consoleDocument(manifest, request.headers))
    })
}
