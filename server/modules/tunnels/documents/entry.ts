import type { NodeProtocol } from '../node-settings.ts'

export type Entry = {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly node: NodeProtocol
  readonly credential: string
}

/** Password of an entry for Shadowsocks 2022, which uses the first 32 characters of the credential as its key. */
export const shadowsocksPassword = (serverKey: string, credential: string): string =>
  `${serverKey}:${Buffer.from(credential.slice(0, 32)).toString('base64')}`

export const shadowsocksCipher = '2022-blake3-aes-256-gcm'

/**
 * Tunnel entry that connects to nothing and whose name tells the user the reason. If apps got an error or an empty list
 * instead, they would keep their old list.
 */
export const deadEntry = (name: string): Entry => ({
  name,
  host: '127.0.0.1',
  port: 9,
  node: { protocol: 'trojan', settings: { serverName: '' } },
  credential: 'ended',
})
