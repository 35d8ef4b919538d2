import { shadowsocksCipher, shadowsocksPassword, type Entry } from './entry.ts'

function proxyOf({ name, host, port, node, credential }: Entry): Record<string, unknown> {
  const place = { server: host, port }
  if (node.protocol === 'shadowsocks') {
    const password = shadowsocksPassword(node.settings.serverKey, credential)
    return { name, type: 'ss', ...place, cipher: shadowsocksCipher, password, udp: true }
  }
  if (node.protocol === 'trojan')
    return { name, type: 'trojan', ...place, password: credential, udp: true, sni: node.settings.serverName }
  const { settings } = node
  const vless = { name, type: 'vless', ...place, uuid: credential, network: 'tcp', udp: true }
  if (settings.security === 'none') return { ...vless, tls: false }
  const tls = {
    ...vless,
    tls: true,
    flow: 'xtls-rprx-vision',
    servername: settings.serverName,
    'client-fingerprint': 'chrome',
  }
  if (settings.security === 'tls') return tls
  return { ...tls, 'reality-opts': { 'public-key': settings.publicKey, 'short-id': settings.shortId } }
}

/** Subscription document for Mihomo and the Clash family of apps. Written as JSON, which is valid YAML. */
export function mihomo(entries: readonly Entry[], group: string): string {
  const proxies = entries.map(proxyOf)
  return JSON.stringify({
    'mixed-port': 7890,
    mode: 'rule',
    proxies,
    'proxy-groups': [{ name: group, type: 'select', proxies: entries.map(({ name }) => name) }],
    rules: [`MATCH,${group}`],
  })
}
