import type { FastifyInstance } from 'fastify'
import { readFiles } from '#server/site/site-build.ts'
import { send } from '#server/site/variants.ts'
import { consoleDocument, consolePolicy, readConsoleManifest } from './console-document.ts'

const isAsset = /^\/console\/assets\//

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
      // A script that is missing belongs to another release. Answering with the HTML document would look like success.
      if (isAsset.test(request.url))
        return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('')
      return reply
        .headers({ 'content-security-policy': consolePolicy, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        .type('text/html; charset=utf-8')
        .send(consoleDocument(manifest, request.headers))
    })
}
