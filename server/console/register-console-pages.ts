import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { defaultLook, recolour } from '#shared/brand-look.ts'
import type { SiteData } from '#shared/site.ts'
import { readFiles } from '#server/site/site-build.ts'
import { createVariants, send, type Variants } from '#server/site/variants.ts'
import { consoleDocument, consolePolicy, readConsoleManifest, type ConsoleBrand } from './console-document.ts'

const isAsset = /^\/console\/assets\//
type Brand = Pick<SiteData, 'look' | 'mark' | 'pictures'>
const shipped: Brand = { look: defaultLook, mark: null, pictures: null }

export async function registerConsolePages(
  app: FastifyInstance,
  dist: string,
  headers: Record<string, string>,
  readBrand: () => Promise<Brand>,
): Promise<void> {
  const manifest = await readConsoleManifest(dist)
  const files = readFiles(dist, headers)
  let known = shipped
  /** Keeps the last known brand, so that the console opens while the database is unavailable. */
  const currentBrand = async (): Promise<Brand> => {
    known = await readBrand().catch((error: unknown) => {
      app.log.error(error, 'the look could not be read; the console keeps the last one')
      return known
    })
    return known
  }
  let styles: { readonly version: string; readonly sheets: Map<string, Variants> } | null = null
  function styled(path: string, file: Variants, brand: Brand, version: string): Variants {
    if (styles?.version !== version) styles = { version, sheets: new Map() }
    const kept = styles.sheets.get(path)
    if (kept) return kept
    const css = recolour(file.of('identity').body.toString(), brand.look) + markRule(brand)
    const type = { 'content-type': 'text/css; charset=utf-8', vary: 'accept-encoding' }
    const cached = { 'cache-control': 'public, max-age=31536000, immutable' }
    const made = createVariants(200, { ...headers, ...type, ...cached }, { identity: Buffer.from(css) })
    styles.sheets.set(path, made)
    return made
  }
  for (const address of ['/console', '/console/*'])
    app.get<{ Querystring: { look?: string } }>(address, async (request, reply) => {
      const path = request.url.slice('/console'.length).split('?', 1)[0] ?? ''
      const file = files.get(path)
      if (file) {
        const wanted = path.endsWith('.css') ? request.query.look : undefined
        const brand = wanted === undefined ? shipped : await currentBrand()
        const { version } = consoleBrandOf(brand)
        reply.hijack()
        return send(
          request.raw,
          reply.raw,
          version !== null && version === wanted ? styled(path, file, brand, version) : file,
        )
      }
      // A script that does not exist belongs to another release. Sending the HTML document instead would look like
      // success.
      if (isAsset.test(request.url))
        return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('')
      return reply
        .headers({ 'content-security-policy': consolePolicy, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        .type('text/html; charset=utf-8')
        .send(consoleDocument(manifest, request.headers, consoleBrandOf(await currentBrand())))
    })
}

function consoleBrandOf({ look, mark, pictures }: Brand): ConsoleBrand {
  const isShipped = pictures === null && look.corners === defaultLook.corners
  const digest = createHash('sha256').update(JSON.stringify([look, mark, pictures]))
  return { pictures, version: isShipped ? null : digest.digest('base64url').slice(0, 12) }
}

/** CSS rule that shows the shop's own mark in place of the shipped one, which the scripts draw. */
const markRule = ({ mark, pictures }: Brand): string =>
  mark === null
    ? ''
    : `.logo svg{background:url(${pictures}/mark.svg) center/contain no-repeat}.logo svg *{display:none}`
