import { createHash } from 'node:crypto'

/** A CSP source for inline text: 'sha256-…' in quotes. */
export const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type PolicyParts = {
  readonly script: string
  readonly style: string
  /** Origins beside our own, on the pages that need them alone. */
  readonly frames: readonly string[]
  readonly connects: readonly string[]
}

/** Hashes instead of nonces, so that a finished page can be kept and compressed once. Nothing inline runs but what we rendered. */
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

/** For whatever is no page: a browser that shows it as one runs and loads nothing, and no one frames it. */
const noPagePolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

/** On every answer; a page says its own policy in place of this one. Nothing is stored unless the answer itself allows it. HSTS only where the public address is https: on plain http it would lock people out. */
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
