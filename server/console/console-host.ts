/** Paths that both the shop's host and the console's host serve: pictures, fonts and health checks. */
const shared = /^\/(?:healthz|readyz|.*\.[a-z0-9]{2,5})$/
const console = /^\/console(?:\/|$)/

export function addressOnHost(url: string, asked: string | undefined, host: string | null): string {
  if (host === null) return url
  const isHere = asked?.toLowerCase() === host
  const path = pathOf(url)
  if (path === null) return '/not-here'
  if (console.test(path)) return isHere ? url : '/not-here'
  if (!isHere || shared.test(path)) return url
  return path === '/' ? '/console' : '/not-here'
}

function pathOf(url: string): string | null {
  try {
    const path = url.startsWith('/') ? url : new URL(url).pathname
    return decodeURI(path.split(/[?#]/, 1)[0] ?? '')
  } catch {
    return null
  }
}
