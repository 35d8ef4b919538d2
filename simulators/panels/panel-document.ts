export type DocumentFormat = 'mihomo' | 'sing-box' | 'list'

/** Document whose only server is a message, as Remnawave sends it by default in place of servers. */
export function messageOf(format: DocumentFormat, message: string): { type: string; body: string } {
  const { type, body } = documentOf(format, '00000000-0000-0000-0000-000000000000')
  const write = (text: string) =>
    text
      .replaceAll('node.example.org:443?security=reality', '0.0.0.0:1?security=none')
      .replaceAll('"node.example.org"', '"0.0.0.0"')
      .replaceAll(/(?<=port":)443/g, '1')
      .replaceAll('Simulated', message)
  const isPacked = format === 'list'
  const text = write(isPacked ? Buffer.from(body, 'base64').toString() : body)
  return { type, body: isPacked ? Buffer.from(text).toString('base64') : text }
}

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
