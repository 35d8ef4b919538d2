import type { NodeProtocol } from '../node-settings.ts'

export type Entry = {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly node: NodeProtocol
  readonly credential: string
}

/** Shadowsocks 2022 uses the first 32 characters of the credential as its key. */
export const shadowsocksPassword = (serverKey: string, credential: string): string =>
  `${serverKey}:${Buffer.from(credential.slice(0, 32)).toString('base64')}`

export const shadowsocksCipher = '2022-blake3-aes-256-gcm'

/**
 * Entry that connects to nothing and whose name gives the reason. After an error or an empty list apps would keep their
 * old list.
 */
export const deadEntry = (name: string): Entry => ({
  name,
  host: '127.0.0.1',
  port: 9,
  node: { protocol: 'trojan', settings: { serverName: '' } },
  credential: 'ended',
})
