export type DocumentFormat = 'mihomo' | 'sing-box' | 'list'

export function documentOf(format: DocumentFormat, credential: string | null): { type: string; body: string } {
  const name = 'Simulated'
  if (format === 'list') {
    const link = `vless://${credential}@node.example.org:443?security=reality&type=tcp#${name}`
    return { type: 'text/plain; charset=utf-8', body: Buffer.from(credential === null ? '' : link).toString('base64') }
  }
  if (format === 'mihomo') {
    const server = { name, type: 'vless', server: 'node.example.org', port: 443, uuid: credential, network: 'tcp' }
    const proxies = credential === null ? '[]' : `\n  - ${JSON.stringify(server)}`
    return { type: 'text/yaml; charset=utf-8', body: `mode: rule\nproxies: ${proxies}\nrules:\n  - MATCH,DIRECT\n` }
  }
  const server = { type: 'vless', tag: name, server: 'node.example.org', server_port: 443, uuid: credential }
  const outbounds = [{ type: 'direct', tag: 'direct' }, ...(credential === null ? [] : [server])]
  return { type: 'application/json; charset=utf-8', body: JSON.stringify({ outbounds }) }
}
