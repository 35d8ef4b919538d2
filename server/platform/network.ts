/**
 * Whose tries are counted together. One IPv4 address; of IPv6 the /64, because a single home is handed that many. Never
 * stored as it is: only a keyed digest of it, for a day at most. Undefined: the caller has hung up meanwhile.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const ipv4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  if (ipv4) return ipv4
  const groups = expandIpv6(address)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : address.slice(0, 64)
}

/** What may be kept and shown: a range that thousands share. `network` as `networkOf` gives it. */
export function coarseNetwork(network: string): string {
  if (/^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|0:0:0:0:|f[cd]|fe80)/i.test(network)) return 'local'
  const ipv4 = /^(\d+\.\d+)\.\d+\.\d+$/.exec(network)?.[1]
  if (ipv4) return `${ipv4}.x.x`
  const ipv6 = /^([0-9a-f]+:[0-9a-f]+):.*\/64$/i.exec(network)?.[1]
  return ipv6 ? `${ipv6}::/32` : 'unknown'
}

function expandIpv6(address: string): string[] | null {
  const [head = '', tail, more] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::')
  if (more !== undefined || !/^[0-9a-f:]*$/.test(head + (tail ?? '')) || !address.includes(':')) return null
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 0) return null
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}
