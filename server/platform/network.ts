import { BlockList, isIP, isIPv4 } from 'node:net'

/** Rate limit key shared by all unreadable IP addresses, so that invalid input gets no counter of its own. */
const unknown = 'unknown'

/**
 * Network that shares a rate limit: an IPv4 address, or an IPv6 /64, because one home gets a whole /64. Rate limits
 * store only its keyed digest, for a day at most. `address` is undefined if the caller has disconnected.
 */
export function networkOf(address: string | undefined): string {
  const plain = plainAddress(address)
  if (plain === null) return unknown
  return isIPv4(plain) ? plain : `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

export function widthsOf(address: string | undefined): readonly string[] {
  const plain = plainAddress(address)
  if (plain === null) return [unknown]
  if (isIPv4(plain)) {
    const [a, b, c] = plain.split('.')
    return [plain, `${a}.${b}.${c}.0/24`, `${a}.${b}.0.0/16`]
  }
  const groups = groupsOf(plain)
  return [groups.join(':'), `${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`]
}

/** Canonical spelling of an IP address. An IPv4 address mapped into IPv6 becomes IPv4. Null if it cannot be read. */
export function sameAddress(address: string | undefined): string | null {
  const [own = unknown] = widthsOf(address)
  return own === unknown ? null : own
}

/** IP address as people write it; null if it cannot be read. */
export function readableAddress(address: string | undefined): string | null {
  const plain = plainAddress(address)
  // The class `URL` writes IPv6 addresses in their shortest form (RFC 5952).
  return plain === null || isIPv4(plain) ? plain : new URL(`http://[${plain}]`).hostname.slice(1, -1)
}

/**
 * Shortened network, shared by thousands of users, which may therefore be stored and shown; `local` for a private
 * network. `network`: from `networkOf`.
 */
export function coarseNetwork(network: string): string {
  if (/^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|0:0:0:0:|f[cd]|fe80)/i.test(network)) return 'local'
  const ipv4 = /^(\d+\.\d+)\.\d+\.\d+$/.exec(network)?.[1]
  if (ipv4) return `${ipv4}.x.x`
  const ipv6 = /^([0-9a-f]+:[0-9a-f]+):.*\/64$/i.exec(network)?.[1]
  return ipv6 ? `${ipv6}::/32` : unknown
}

/** Loopback and private networks, which no request from the internet comes from. */
export const localNetworks: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  // Unspecified IPv6 address; Linux connects it to the machine itself.
  '::/128',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]

export function networkList(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', length, more] = network.split('/')
    const family = isIP(address)
    if (family === 0 || more !== undefined) throw new RangeError(network)
    list.addSubnet(address, length === undefined ? (family === 4 ? 32 : 128) : Number(length), `ipv${family as 4 | 6}`)
  }
  return (address) => {
    const plain = plainAddress(address)
    return plain !== null && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
}

function plainAddress(written: string | undefined): string | null {
  const text = (written ?? '').trim().toLowerCase()
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = bare.split('%', 1)[0] ?? ''
  if (isIPv4(address)) return address
  if (isIP(address) !== 6) return null
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (!isMapped) return address
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function groupsOf(address: string): string[] {
  const hex = address.replace(/:(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}
