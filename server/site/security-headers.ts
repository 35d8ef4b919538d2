import { createHash } from 'node:crypto'

export const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type PolicyParts = {
  readonly script: string
  readonly style: string
  readonly frames: readonly string[]
  readonly connects: readonly string[]
}

/**
 * Content Security Policy with hashes instead of nonces, so that finished pages can be cached and compressed once. Of
 * inline code, only ours runs.
 */
export function contentSecurityPolicy({ script, style, frames, connects }: PolicyParts): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${cspHash(script)}`,
    `style-src 'self' ${cspHash(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connects].join(' '),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/**
 * Content Security Policy of responses that are not pages: if a browser renders one anyway, nothing runs, loads or can
 * be framed.
 */
const noPagePolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

/**
 * Headers of every response; pages replace the content security policy. Nothing is cached unless the response allows
 * it. HSTS is sent only for an https origin, because over plain http it would lock people out.
 */
export function commonHeaders(publicOrigin: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': noPagePolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicOrigin.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000' }),
  }
}
