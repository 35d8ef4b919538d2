import { shadowsocksCipher, shadowsocksPassword, type Entry } from './entry.ts'

const place = ({ host, port }: Entry): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

function vlessQuery(settings: Extract<Entry['node'], { protocol: 'vless' }>['settings']): Record<string, string> {
  if (settings.security === 'none') return { encryption: 'none', security: 'none', type: 'tcp' }
  const shared = { encryption: 'none', flow: 'xtls-rprx-vision', security: settings.security, sni: settings.serverName }
  if (settings.security === 'tls') return { ...shared, fp: 'chrome', type: 'tcp' }
  return { ...shared, fp: 'chrome', pbk: settings.publicKey, sid: settings.shortId, type: 'tcp' }
}

function uriOf(entry: Entry): string {
  const { node, credential } = entry
  const name = `#${encodeURIComponent(entry.name)}`
  if (node.protocol === 'shadowsocks') {
    // Percent-encodes the user info, as SIP022 requires for 2022 ciphers. SIP002 uses base64, but only for older
    // ciphers.
    const password = encodeURIComponent(shadowsocksPassword(node.settings.serverKey, credential))
    return `ss://${shadowsocksCipher}:${password}@${place(entry)}${name}`
  }
  if (node.protocol === 'vless')
    return `vless://${credential}@${place(entry)}?${new URLSearchParams(vlessQuery(node.settings)).toString()}${name}`
  const { serverName } = node.settings
  const query =
    serverName === '' ? '' : `?${new URLSearchParams({ security: 'tls', sni: serverName, type: 'tcp' }).toString()}`
  return `trojan://${credential}@${place(entry)}${query}${name}`
}

/** Plain subscription document, which most apps read: one URI per line, encoded as base64. */
export const plainList = (entries: readonly Entry[]): string =>
  Buffer.from(entries.map((entry) => `${uriOf(entry)}\n`).join('')).toString('base64')
