import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { readRealityKeys, type KeyFault } from './reality-keys.ts'

const Host = Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9.-]+$' })
const Key = Type.String({ minLength: 40, maxLength: 64, pattern: '^[A-Za-z0-9_+/=-]+$' })
const closed = { additionalProperties: false }

/**
 * Schemas of the settings of each tunnel protocol. `none` is unencrypted, for trials on one machine. Shadowsocks
 * supports only the 256-bit cipher of 2022, because the 128-bit cipher would use only half of a credential as its key.
 */
const nodeSettings = {
  vless: Type.Union([
    Type.Object(
      {
        security: Type.Literal('reality'),
        serverName: Host,
        shortId: Type.String({ pattern: '^([0-9a-f]{2}){0,8}$' }),
        privateKey: Key,
        publicKey: Key,
      },
      closed,
    ),
    Type.Object({ security: Type.Literal('tls'), serverName: Host }, closed),
    Type.Object({ security: Type.Literal('none') }, closed),
  ]),
  trojan: Type.Object({ serverName: Host }, closed),
  shadowsocks: Type.Object({ serverKey: Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }) }, closed),
} as const

export type Protocol = keyof typeof nodeSettings
export type NodeProtocol = {
  readonly [P in Protocol]: { readonly protocol: P; readonly settings: Static<(typeof nodeSettings)[P]> }
}[Protocol]

export type SettingsFault = KeyFault | 'settings'

export function readNodeSettings(
  protocol: Protocol,
  settings: unknown,
): NodeProtocol | { readonly fault: SettingsFault } {
  if (!Value.Check(nodeSettings[protocol], settings)) return { fault: 'settings' }
  const node = { protocol, settings } as NodeProtocol
  if (node.protocol !== 'vless' || node.settings.security !== 'reality') return node
  const keys = readRealityKeys(node.settings)
  return 'fault' in keys ? keys : { protocol: 'vless', settings: { ...node.settings, ...keys } }
}
