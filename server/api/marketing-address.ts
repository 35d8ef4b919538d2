/** Rule of SPEC §7: calls have nothing before `/marketing/` in their path. Page requests use GET and keep their path. */
export function marketingAddress(method: string | undefined, url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const at = path.indexOf('/marketing/')
  return at > 0 && (method === 'POST' || method === 'OPTIONS') ? url.slice(at) : url
}
