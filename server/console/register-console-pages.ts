import type { FastifyInstance } from 'fastify'
import { readFiles } from '#server/site/site-build.ts'
import { send } from '#server/site/variants.ts'
import { consoleDocument, consolePolicy, readConsoleManifest } from './console-document.ts'

/** The console's document at each of its addresses, and its files. */
export async function registerConsolePages(
  app: FastifyInstance,
  dist: string,
  headers: Record<string, string>,
): Promise<void> {
  const [manifest, files] = await Promise.all([readConsoleManifest(dist), readFiles(dist, headers)])
  for (const [address, file] of files)
    app.get(`/console${address}`, (request, reply) => {
      reply.hijack()
      send(request.raw, reply.raw, file)
    })
  for (const address of ['/console', '/console/*'])
    app.get(address, async (request, reply) =>
      reply
        .headers({ 'content-security-policy': consolePolicy, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        .type('text/html; charset=utf-8')
        .send(consoleDocument(manifest, request.headers)),
    )
}
