/** What both hosts show: pictures, fonts, and whether the process lives. */
const shared = /^\/(?:healthz|readyz|.*\.[a-z0-9]{2,5})$/
const console = /^\/console(?:\/|$)/

/**
 * Where the console has a host of its own, neither host has what is the other's: what is asked of the wrong one is an address that
 * there is not. `host`: that of the console, or null.
 */
export function addressOnHost(url: string, asked: string | undefined, host: string | null): string {
  if (host === null) return url
  const isHere = asked?.toLowerCase() === host
  const path = pathOf(url)
  if (path === null) return '/not-here'
  if (console.test(path)) return isHere ? url : '/not-here'
  if (!isHere || shared.test(path)) return url
  return path === '/' ? '/console' : '/not-here'
}

/** The path as the router reads it, which also takes a whole address and signs in percent; null for what is none. */
function pathOf(url: string): string | null {
  try {
    const path = url.startsWith('/') ? url : new URL(url).pathname
    return decodeURI(path.split(/[?#]/, 1)[0] ?? '')
  } catch {
    return null
  }
}
