import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Environment } from '#shared/codes.ts'
import { networkList } from './network.ts'

const isIPv4 = networkList(['0.0.0.0/0'])
/** Networks of ours, of the machine, and of no one: nothing that is meant for the world lies there. */
const isInside = networkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
/** Of IPv6 the world is here, but for what of it leads elsewhere. */
const isWorld = networkList(['2000::/3'])
const leadsElsewhere = networkList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether the world can be meant by an address, also by one of IPv4 in the dress of IPv6; false for what is none. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && (isIPv4(address) ? !isInside(address) : isWorld(address) && !leadsElsewhere(address))

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/
/** A receiver on this machine, as developers have one. */
export const isLoopback = (url: URL, environment: Environment): boolean =>
  environment !== 'PROD' && loopback.test(url.hostname)

/** Why an address that an operator gave is not sent to, as the end of a sentence; null where it can be. */
export function outsideFault(address: string, environment: Environment): string | null {
  const url = URL.parse(address)
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'is an address like https://hooks.example/wayfare'
  if (url.username !== '' || url.password !== '') return 'holds no user name and no password'
  if (isLoopback(url, environment)) return null
  if (url.protocol !== 'https:') return 'begins with https'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isName = isIP(host) === 0
  if (isName ? !host.includes('.') || host.endsWith('.localhost') : !isPublicAddress(host))
    return 'leads to no private network'
  return null
}

/** A name leads where its owner says at this moment: it is looked up at each connection, and one private address refuses it. */
export const lookupPublic: LookupFunction = (host, options, found) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '', 0)
    const [first] = addresses
    if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      return found(Object.assign(new Error('a private network'), { code: 'EPRIVATE' }), '', 0)
    if (options.all) found(null, addresses)
    else found(null, first.address, first.family)
  })
}
