/**
 * Compares version numbers of apps. Negative if `a` is older: `1.9.0` comes before `1.10.0`. Missing parts count as 0.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0 && !Number.isNaN(difference)) return difference
  }
  return 0
}

export function findAddressFault(url: string): 'not-https' | 'credentials' | null {
  try {
    const { protocol, username, password, hostname } = new URL(url)
    if (protocol !== 'https:' || !hostname.includes('.')) return 'not-https'
    return username !== '' || password !== '' ? 'credentials' : null
  } catch {
    return 'not-https'
  }
}
