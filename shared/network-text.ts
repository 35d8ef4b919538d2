const byte = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const ipv4 = new RegExp(`^${byte}(?:\\.${byte}){3}$`)
const isGroup = (text: string) => /^[0-9a-f]{1,4}$/i.test(text)

function isIpv6(text: string): boolean {
  // An IPv4 address at the end of an IPv6 address stands for its last two groups.
  const tail = text.slice(text.lastIndexOf(':') + 1)
  const plain = ipv4.test(tail) ? `${text.slice(0, -tail.length)}0:0` : text
  const halves = plain.split('::')
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  if (!groups.every(isGroup)) return false
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length <= 7
}

/** True for an IP address or a network with prefix length, like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48. */
export function isNetwork(text: string): boolean {
  const [address = '', length, more] = text.split('/')
  const width = ipv4.test(address) ? 32 : isIpv6(address) ? 128 : -1
  if (width < 0 || more !== undefined) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= width)
}
