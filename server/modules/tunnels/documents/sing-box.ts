import { shadowsocksCipher, shadowsocksPassword, type Entry } from './entry.ts'

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

/** For sing-box and the apps made of it. */
export const singBox = (entries: readonly Entry[], group: string): string =>
  JSON.stringify({
    log: { level: 'warn' },
    inbounds: [{ type: 'tun', tag: 'tun', address: ['172.19.0.1/30'], auto_route: true, strict_route: true }],
    outbounds: [
      { type: 'selector', tag: group, outbounds: entries.map(({ name }) => name) },
      ...entries.map(outboundOf),
      { type: 'direct', tag: 'direct' },
    ],
    route: { final: group, auto_detect_interface: true },
  })
