/**
 * Rule of SPEC §7: calls with `/marketing/` in their path have no prefix, so anything before it is removed. Page
 * requests use GET and keep their path.
 */
export function marketingAddress(method: string | undefined, url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const at = path.indexOf('/marketing/')
  return at > 0 && (method === 'POST' || method === 'OPTIONS') ? url.slice(at) : url
}
