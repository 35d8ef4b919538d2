import { shadowsocksCipher, shadowsocksPassword, type Entry } from './entry.ts'
import type { SingBoxFields } from './format.rules.ts'

function outboundOf({ name: tag, host, port, node, credential }: Entry): Record<string, unknown> {
  const place = { tag, server: host, server_port: port }
  if (node.protocol === 'shadowsocks') {
    const password = shadowsocksPassword(node.settings.serverKey, credential)
    return { type: 'shadowsocks', ...place, method: shadowsocksCipher, password }
  }
  if (node.protocol === 'trojan') {
    const tls = { enabled: true, server_name: node.settings.serverName }
    return { type: 'trojan', ...place, password: credential, tls }
  }
  const { settings } = node
  const vless = { type: 'vless', ...place, uuid: credential }
  if (settings.security === 'none') return vless
  const tls = { enabled: true, server_name: settings.serverName, utls: { enabled: true, fingerprint: 'chrome' } }
  const flow = 'xtls-rprx-vision'
  if (settings.security === 'tls') return { ...vless, flow, tls }
  const reality = { enabled: true, public_key: settings.publicKey, short_id: settings.shortId }
  return { ...vless, flow, tls: { ...tls, reality } }
}

/** DNS server used through the tunnel. DNS over HTTPS sends many queries over one connection. */
const tunnelResolver = '1.1.1.1'
/**
 * DNS server used outside the tunnel, only for the host names of nodes. It must be reachable from mainland China. DNS
 * over HTTPS hides the host names, which would reveal the nodes.
 */
const directResolver = '223.5.5.5'

/** Resolves names to IPv4 only. A node may have no IPv6, and an app would then wait for a timeout. */
const strategy = 'ipv4_only'
const privateDirect = { ip_is_private: true, outbound: 'direct' }
const actions = [{ action: 'sniff' }, { protocol: 'dns', action: 'hijack-dns' }, privateDirect]

const legacyDns = (group: string) => ({
  servers: [
    { tag: 'tunnel', address: `https://${tunnelResolver}/dns-query`, detour: group },
    { tag: 'direct', address: `https://${directResolver}/dns-query`, detour: 'direct' },
  ],
  rules: [{ outbound: 'any', server: 'direct' }],
  strategy,
})

type Parts = {
  readonly dns: object
  readonly inbound?: object
  readonly outbounds?: readonly object[]
  readonly route: object
}

function partsOf(fields: Exclude<SingBoxFields, 'outbounds'>, group: string): Parts {
  if (fields === '1.10')
    return {
      dns: legacyDns(group),
      inbound: { sniff: true },
      outbounds: [{ type: 'dns', tag: 'dns' }],
      route: { rules: [{ protocol: 'dns', outbound: 'dns' }, privateDirect] },
    }
  if (fields === '1.11') return { dns: legacyDns(group), route: { rules: actions } }
  return {
    dns: {
      servers: [
        { type: 'https', tag: 'tunnel', server: tunnelResolver, detour: group },
        { type: 'https', tag: 'direct', server: directResolver },
      ],
      strategy,
    },
    route: { rules: actions, default_domain_resolver: { server: 'direct', strategy: 'prefer_ipv4' } },
  }
}

/**
 * Subscription document for sing-box and apps based on it. The operating system sends DNS queries to the IP address
 * next to that of the tun interface, which only the DNS rule answers. The tun interface has an IPv6 address, so that
 * IPv6 traffic does not bypass the tunnel.
 */
export function singBox(entries: readonly Entry[], group: string, fields: SingBoxFields): string {
  const outbounds = [
    { type: 'selector', tag: group, outbounds: entries.map(({ name }) => name) },
    ...entries.map(outboundOf),
    { type: 'direct', tag: 'direct' },
  ]
  if (fields === 'outbounds') return JSON.stringify({ outbounds })
  const { dns, inbound, outbounds: more = [], route } = partsOf(fields, group)
  const address = ['172.19.0.1/30', 'fdfe:dcba:9876::1/126']
  return JSON.stringify({
    log: { level: 'warn' },
    dns,
    inbounds: [{ type: 'tun', tag: 'tun', address, auto_route: true, strict_route: true, ...inbound }],
    outbounds: [...outbounds, ...more],
    route: { ...route, final: group, auto_detect_interface: true },
  })
}
