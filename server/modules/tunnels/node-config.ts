import type { NodeProtocol } from './node-settings.ts'

/**
 * Configuration that a node downloads for its VPN software. Both intervals are required, because the software crashes
 * if one is missing.
 */
export function nodeConfig(node: NodeProtocol, port: number, pullSeconds: number): Record<string, unknown> {
  return {
    ...listening(node, port),
    routes: [],
    base_config: { push_interval: Math.max(pullSeconds, 10), pull_interval: pullSeconds },
  }
}

function listening(node: NodeProtocol, port: number): Record<string, unknown> {
  const line = { server_port: port, network: 'tcp', networkSettings: null }
  if (node.protocol === 'shadowsocks')
    return { ...line, cipher: '2022-blake3-aes-256-gcm', server_key: node.settings.serverKey }
  if (node.protocol === 'trojan') {
    const { serverName } = node.settings
    return { ...line, host: serverName, server_name: serverName, tls: 1, tls_settings: { server_name: serverName } }
  }
  return { protocol: 'vless', listen_ip: '0.0.0.0', ...line, ...vlessSecurity(node.settings) }
}

type Vless = Extract<NodeProtocol, { protocol: 'vless' }>['settings']

function vlessSecurity(settings: Vless): Record<string, unknown> {
  if (settings.security === 'none') return { tls: 0, flow: '', tls_settings: {} }
  const { serverName } = settings
  const flow = 'xtls-rprx-vision'
  if (settings.security === 'tls') return { tls: 1, flow, tls_settings: { server_name: serverName } }
  return {
    tls: 2,
    flow,
    tls_settings: {
      server_name: serverName,
      dest: serverName,
      server_port: '443',
      short_id: settings.shortId,
      // The private key is required. Without it the node's software derives a key from its token, which no app knows.
      private_key: settings.privateKey,
      xver: '0',
    },
  }
}

/**
 * True if the node already has this version (ETag). Ignores the weak mark `W/`, which a compressing proxy adds and
 * nodes send back.
 */
export const isCurrent = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
