import { languages, type Language } from '#shared/language.ts'
import { qrPath } from '#shared/qr-path.ts'
import { downloadCode, type SecurityContact, type SiteData } from '#shared/site.ts'

type SiteFile = {
  readonly type: string
  readonly text: string | Uint8Array
  readonly fresh?: true
}

export function siteFile(
  path: string,
  data: SiteData,
  today: string,
  addresses: () => readonly string[],
): SiteFile | null {
  if (path === '/robots.txt') return { type: 'text/plain; charset=utf-8', text: robots(data) }
  if (path === '/sitemap.xml' && data.isOpen)
    return { type: 'application/xml; charset=utf-8', text: sitemap(data, addresses()) }
  if (path === '/.well-known/security.txt' && data.securityContact)
    return { type: 'text/plain; charset=utf-8', text: securityText(data, data.securityContact, today) }
  if (path === downloadCode) return { type: 'image/svg+xml', text: codeOf(`${data.publicOrigin}/download`) }
  for (const language of languages)
    if (path === `/manifest-${language}.webmanifest`)
      return { type: 'application/manifest+json; charset=utf-8', text: manifest(data, language) }
  return canaryFile(path, data)
}

/** Serves the exact bytes of the newest canary statement, its signature and the key, for independent verification. */
function canaryFile(path: string, { canary }: SiteData): SiteFile | null {
  if (!canary) return null
  const fresh = { fresh: true } as const
  if (path === '/canary.txt') return { type: 'text/plain; charset=utf-8', text: canary.text, ...fresh }
  if (path === '/canary.txt.sig')
    return { type: 'application/octet-stream', text: Buffer.from(canary.signature, 'base64'), ...fresh }
  if (path === '/canary-key.pem' && canary.key)
    return { type: 'application/x-pem-file', text: canary.key.pem, ...fresh }
  return null
}

/** Draws a QR code for a separate file, because only wide screens that reach the end of the page show it. */
function codeOf(text: string): string {
  const { path, side } = qrPath(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path d="${path}" stroke="#000"/></svg>`
}

const robots = ({ publicOrigin, apiPrefix }: SiteData) =>
  [
    'User-agent: *',
    'Disallow: /user',
    'Disallow: /en/user',
    'Disallow: /zh-CN/user',
    `Disallow: ${apiPrefix}/`,
    '',
    `Sitemap: ${publicOrigin}/sitemap.xml`,
    '',
  ].join('\n')

/** Days after which `security.txt` expires, so that an old copy attracts no reports. */
const securityTextDays = 90

function securityText({ publicOrigin }: SiteData, { contact, policy }: SecurityContact, today: string): string {
  const expires = new Date(Date.parse(today) + securityTextDays * 24 * 60 * 60 * 1000)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, zh',
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
    ...(policy === null ? [] : [`Policy: ${policy}`]),
    '',
  ].join('\n')
}

const escapeXml = (text: string) => text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

function sitemap({ publicOrigin }: SiteData, addresses: readonly string[]): string {
  const at = (prefix: string, path: string) => {
    const plain = path === '/' && prefix !== '' ? '' : path
    return escapeXml(`${publicOrigin}${prefix}${plain}`)
  }
  const urls = addresses.flatMap((path) => {
    const alternates = [
      ...languages.map((each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${at(`/${each}`, path)}"/>`),
      `<xhtml:link rel="alternate" hreflang="x-default" href="${at('', path)}"/>`,
    ].join('')
    return ['', ...languages.map((each) => `/${each}`)].map(
      (prefix) => `<url><loc>${at(prefix, path)}</loc>${alternates}</url>`,
    )
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

const manifest = ({ brand, look, pictures }: SiteData, language: Language) =>
  JSON.stringify({
    name: brand[language],
    short_name: brand[language],
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: look.main,
    icons: [
      { src: `${pictures ?? ''}/icon-192.png`, sizes: '192x192', type: 'image/png' },
      { src: `${pictures ?? ''}/icon-512.png`, sizes: '512x512', type: 'image/png' },
      { src: `${pictures ?? ''}/icon-maskable.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: `${pictures ?? ''}/mark.svg`, sizes: 'any', type: 'image/svg+xml' },
    ],
  })
