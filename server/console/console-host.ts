/** Paths on both hosts: pictures, fonts and health checks. */
const shared = /^\/(?:healthz|readyz|.*\.[a-z0-9]{2,5})$/
const console = /^\/console(?:\/|$)/

/** Separates shop and console if the console has its own host: paths of the other host become not found. `host`: console host, or null. */
export function addressOnHost(url: string, asked: string | undefined, host: string | null): string {
  if (host === null) return url
  const isHere = asked?.toLowerCase() === host
  const path = pathOf(url)
  if (path === null) return '/not-here'
  if (console.test(path)) return isHere ? url : '/not-here'
  if (!isHere || shared.test(path)) return url
  return path === '/' ? '/console' : '/not-here'
}

/** Path as the router reads it: absolute URLs and percent-encoding included; null if invalid. */
function pathOf(url: string): string | null {
  try {
    const path = url.startsWith('/') ? url : new URL(url).pathname
    return decodeURI(path.split(/[?#]/, 1)[0] ?? '')
  } catch {
    return null
  }
}
