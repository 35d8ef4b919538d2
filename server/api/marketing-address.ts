/**
 * SPEC §7: a call whose path contains `/marketing/` has no prefix. Where something stands before it, that is the caller's own way of naming things:
 * the call is the one after it. Pages are asked for by GET and keep their addresses.
 */
export function marketingAddress(method: string | undefined, url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const at = path.indexOf('/marketing/')
  return at > 0 && (method === 'POST' || method === 'OPTIONS') ? url.slice(at) : url
}
