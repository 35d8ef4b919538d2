import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Environment } from '#shared/codes.ts'
import { isRecord } from '#server/platform/read-body.ts'
import type { ProviderKind } from './port.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const Secret = Type.String({ minLength: 8, maxLength: 4_000 })
const Address = Type.String({ minLength: 8, maxLength: 2_000 })
const exact = { additionalProperties: false } as const

const Webhook = Type.Object(
  {
    url: Address,
    /**
     * Signing secrets in the form of Standard Webhooks: `whsec_` and base64. Two of them are valid during a rotation.
     */
    secrets: Type.Array(Type.String({ pattern: '^whsec_[A-Za-z0-9+/]{32,120}={0,2}$' }), { minItems: 1, maxItems: 2 }),
  },
  exact,
)
const Remnawave = Type.Object(
  {
    url: Address,
    token: Secret,
    /** UUIDs of the Remnawave squads (groups of nodes) that these users may use. */
    squads: Type.Array(Type.String({ pattern: '^[0-9a-fA-F-]{36}$' }), { minItems: 1, maxItems: 20 }),
    /** True if the panel limits devices. Apps that do not identify their device then get an empty list. */
    countDevices: Type.Optional(Type.Boolean()),
    subscriptionUrl: Type.Optional(Address),
    webhookSecret: Type.Optional(Secret),
  },
  exact,
)
const Marzban = Type.Object(
  {
    url: Address,
    username: Type.String({ minLength: 1, maxLength: 200 }),
    password: Type.String({ minLength: 1, maxLength: 1_000 }),
    protocols: Type.Array(Type.Enum(['vless', 'trojan', 'shadowsocks']), { minItems: 1, maxItems: 3 }),
    subscriptionUrl: Type.Optional(Address),
    inbounds: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  },
  exact,
)
export type WebhookSettings = Static<typeof Webhook>
export type RemnawaveSettings = Static<typeof Remnawave>
export type MarzbanSettings = Static<typeof Marzban>
export type ProviderSettings =
  | ({ readonly kind: 'webhook' } & WebhookSettings)
  | ({ readonly kind: 'remnawave' } & RemnawaveSettings)
  | ({ readonly kind: 'marzban' } & MarzbanSettings)

const schemas: Readonly<Record<ProviderKind, TSchema>> = { webhook: Webhook, remnawave: Remnawave, marzban: Marzban }

export function readSettings(
  kind: ProviderKind,
  text: string,
  environment: Environment,
): { readonly settings: ProviderSettings } | { readonly fault: Sentence } {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch {
    return { fault: sentence('panel.fileNotJson') }
  }
  if (!isRecord(written)) return { fault: sentence('panel.fileNotObject') }
  const schema = schemas[kind]
  if (!Value.Check(schema, written)) {
    const [first] = Value.Errors(schema, written)
    const place = first?.instancePath.slice(1) ?? ''
    return { fault: sentence('panel.badField', { place, fault: first?.message ?? '' }) }
  }
  for (const field of ['url', 'subscriptionUrl']) {
    const address = written[field]
    const fault = typeof address === 'string' ? addressFault(address, environment) : null
    if (fault !== null) return { fault: sentence(`panelAddress.${fault}`, { place: field }) }
  }
  return { settings: { kind, ...written } as ProviderSettings }
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Finds an error in a provider's URL. Requires https, because every call carries secrets; simulators on this machine
 * are the exception.
 */
export function addressFault(address: string, environment: Environment) {
  const url = URL.parse(address)
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'noAddress'
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (url.search !== '' || url.hash !== '') return 'query'
  if (url.protocol === 'https:') return null
  return environment !== 'PROD' && loopback.test(url.hostname) ? null : 'notHttps'
}
