import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Environment } from '#shared/api-values.ts'
import { networkList } from './network.ts'

const isIPv4 = networkList(['0.0.0.0/0'])
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
const isWorld = networkList(['2000::/3'])
const leadsElsewhere = networkList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && (isIPv4(address) ? !isInside(address) : isWorld(address) && !leadsElsewhere(address))

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/
export const isLoopback = (url: URL, environment: Environment): boolean =>
  environment !== 'PROD' && loopback.test(url.hostname)

type OutsideFault = 'noAddress' | 'credentials' | 'notHttps' | 'private'
export function outsideFault(address: string, environment: Environment): OutsideFault | null {
  const url = URL.parse(address)
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'noAddress'
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (isLoopback(url, environment)) return null
  if (url.protocol !== 'https:') return 'notHttps'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isName = isIP(host) === 0
  if (isName ? !host.includes('.') || host.endsWith('.localhost') : !isPublicAddress(host)) return 'private'
  return null
}

/**
 * Resolves the host name of an operator's URL at each connection, because its owner can change it any time. Rejects it
 * if any of its IP addresses is private.
 */
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
