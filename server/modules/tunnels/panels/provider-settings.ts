import Type, { type Static, type TSchema } from 'typebox'
import type { Param, Sentence } from '#shared/sentence.ts'
import type { Environment } from '#shared/api-values.ts'
import { findFileFaults } from '#server/platform/file-faults.ts'
import { isRecord } from '#server/platform/read-body.ts'
import type { ProviderKind } from './port.ts'
import { sentence } from '#text/sentence.ts'

const Secret = Type.String({
  minLength: 8,
  maxLength: 4_000,
  says: sentence('allowed.charactersFrom', { least: 8, most: 4_000 }),
})
const Address = Type.String({
  minLength: 8,
  maxLength: 2_000,
  says: sentence('allowed.webUrl'),
})
const SigningSecret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]{32,120}={0,2}$',
  says: sentence('allowed.signingSecret'),
})
const protocols = ['vless', 'trojan', 'shadowsocks'] as const
const exact = { additionalProperties: false } as const

const Webhook = Type.Object(
  {
    url: Address,
    /** Secrets in the form of Standard Webhooks: `whsec_` and base64. Two of them during a rotation. */
    secrets: Type.Array(SigningSecret, { minItems: 1, maxItems: 2 }),
  },
  exact,
)
const Remnawave = Type.Object(
  {
    url: Address,
    token: Secret,
    /** UUIDs of the Remnawave squads whose nodes these users may use. */
    squads: Type.Array(
      Type.String({
        pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
        says: sentence('allowed.uuid', { example: '4d9a0021-6b1e-4c52-9a70-3f0c5e8d7b21' }),
      }),
      { minItems: 1, maxItems: 20, says: sentence('allowed.entries', { least: 1, most: 20 }) },
    ),
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
    username: Type.String({ minLength: 1, maxLength: 200, says: sentence('allowed.characters', { most: 200 }) }),
    password: Type.String({ minLength: 1, maxLength: 1_000, says: sentence('allowed.characters', { most: 1_000 }) }),
    protocols: Type.Array(Type.Enum(protocols, { says: sentence('allowed.oneOf', { names: protocols.join(', ') }) }), {
      minItems: 1,
      maxItems: 3,
      says: sentence('allowed.entries', { least: 1, most: 3 }),
    }),
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

type Read = { readonly settings: ProviderSettings } | { readonly fault: Sentence }

/** Reads a provider's settings from the JSON text of a file, or returns the reason why they are invalid. */
export function readSettings(kind: ProviderKind, text: string, environment: Environment): Read {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch {
    return { fault: sentence('panel.fileNotJson') }
  }
  if (!isRecord(written)) return { fault: sentence('panel.fileNotObject') }
  const settings = { ...written }
  const read = validate(kind, settings, environment, (place) => sentence('panel.inFile', { place }))
  return 'fault' in read && read.fault.code.startsWith('fault.')
    ? { fault: sentence('panel.badSettings', { fault: read.fault }) }
    : read
}

/**
 * Checks settings. `nameOf` names a setting, by its path, in the sentence of a fault. The first fault is reported,
 * because a form marks one field at a time.
 */
function validate(
  kind: ProviderKind,
  settings: Readonly<Record<string, unknown>>,
  environment: Environment,
  nameOf: (path: string) => Param,
): Read {
  const [fault] = findFileFaults(schemas[kind], settings, nameOf)
  if (fault) return { fault }
  for (const field of ['url', 'subscriptionUrl']) {
    const address = settings[field]
    const wrong = typeof address === 'string' ? addressFault(address, environment) : null
    if (wrong !== null) return { fault: sentence(`panelAddress.${wrong}`, { place: nameOf(field) }) }
  }
  return { settings: { ...settings, kind } as ProviderSettings }
}

/** Fields of the form for a panel. Secrets are as they were typed. */
export type SettingFields = {
  readonly url?: string
  readonly apiToken?: string
  readonly squads?: readonly string[]
  readonly countDevices?: 'yes' | 'no'
  readonly subscriptionUrl?: string
  readonly webhookSecret?: string
  readonly noWebhookSecret?: boolean
  readonly username?: string
  readonly password?: string
  readonly protocols?: readonly string[]
  readonly vlessInbounds?: readonly string[]
  readonly trojanInbounds?: readonly string[]
  readonly shadowsocksInbounds?: readonly string[]
  readonly signingSecret?: string
  readonly previousSecret?: 'keep' | 'drop'
}
type FieldName = keyof SettingFields

const ownFields: Readonly<Record<ProviderKind, readonly FieldName[]>> = {
  remnawave: ['url', 'apiToken', 'squads', 'countDevices', 'subscriptionUrl', 'webhookSecret', 'noWebhookSecret'],
  marzban: [
    'url',
    'username',
    'password',
    'protocols',
    'subscriptionUrl',
    'vlessInbounds',
    'trojanInbounds',
    'shadowsocksInbounds',
  ],
  webhook: ['url', 'signingSecret', 'previousSecret'],
}
const needed: Readonly<Record<ProviderKind, readonly FieldName[]>> = {
  remnawave: ['url', 'squads'],
  marzban: ['url', 'username', 'protocols'],
  webhook: ['url'],
}
/** Secret that each call sends to the panel, or that signs it. */
const sentSecret = { remnawave: 'apiToken', marzban: 'password', webhook: 'signingSecret' } as const
const secretFields = ['apiToken', 'password', 'signingSecret', 'webhookSecret'] as const
const allFields = [...new Set(Object.values(ownFields).flat())]

export const hasSettingFields = (fields: SettingFields): boolean => allFields.some((name) => fields[name] !== undefined)
export const listNewSecrets = (fields: SettingFields) => secretFields.filter((name) => fields[name] !== undefined)

/**
 * Reads the settings of a form. They replace all saved ones except secrets that were left empty. A saved secret only
 * goes to the host that it was saved for: otherwise anyone who may test settings could have it sent to a host of their
 * own.
 */
export function readSettingFields(
  kind: ProviderKind,
  fields: SettingFields,
  saved: ProviderSettings | null,
  environment: Environment,
): Read {
  const own = ownFields[kind]
  const foreign = allFields.find((name) => fields[name] !== undefined && !own.includes(name))
  if (foreign !== undefined) return { fault: sentence('panel.foreignField', { field: { field: foreign }, kind }) }
  const missing = needed[kind].find((name) => fields[name] === undefined || String(fields[name]) === '')
  if (missing !== undefined) return { fault: sentence('field.missing', { field: { field: missing } }) }
  const secret = sentSecret[kind]
  if (fields[secret] === undefined) {
    if (saved === null) return { fault: sentence('field.missing', { field: { field: secret } }) }
    if (originOf(fields.url) !== originOf(saved.url))
      return { fault: sentence('panel.secretAgain', { field: { field: secret }, place: { field: 'url' } }) }
  }
  const stray = protocols.find(
    (protocol) => fields[`${protocol}Inbounds`] !== undefined && !fields.protocols?.includes(protocol),
  )
  if (stray !== undefined)
    return { fault: sentence('panel.strayInbounds', { field: { field: `${stray}Inbounds` }, protocol: stray }) }
  return validate(kind, joinFields(kind, fields, saved), environment, (path) => ({ field: fieldAt(path) }))
}

const originOf = (address: string | undefined): string | undefined => URL.parse(address ?? '')?.origin

function joinFields(
  kind: ProviderKind,
  fields: SettingFields,
  saved: ProviderSettings | null,
): Readonly<Record<string, unknown>> {
  const { url, subscriptionUrl } = fields
  if (kind === 'remnawave') {
    const before = saved?.kind === kind ? saved : undefined
    const token = fields.apiToken?.trim() ?? before?.token
    const webhookSecret = fields.webhookSecret?.trim() ?? (fields.noWebhookSecret ? undefined : before?.webhookSecret)
    const counts = fields.countDevices
    return {
      url,
      token,
      squads: fields.squads,
      ...(counts !== undefined && { countDevices: counts === 'yes' }),
      ...(subscriptionUrl !== undefined && { subscriptionUrl }),
      ...(webhookSecret !== undefined && { webhookSecret }),
    }
  }
  if (kind === 'marzban') {
    const before = saved?.kind === kind ? saved : undefined
    const inbounds = protocols.flatMap((protocol) => {
      const tags = fields[`${protocol}Inbounds`]
      return tags ? [[protocol, tags] as const] : []
    })
    return {
      url,
      username: fields.username,
      password: fields.password ?? before?.password,
      protocols: fields.protocols,
      ...(subscriptionUrl !== undefined && { subscriptionUrl }),
      ...(inbounds.length > 0 && { inbounds: Object.fromEntries(inbounds) }),
    }
  }
  const [current, former] = saved?.kind === kind ? saved.secrets : []
  const signing = fields.signingSecret?.trim()
  const previous = fields.previousSecret === 'drop' ? undefined : signing === undefined ? former : current
  return { url, secrets: [signing ?? current, previous].filter((each) => each !== undefined) }
}

/** Field of the form with the setting at a path. */
function fieldAt(path: string): FieldName {
  const [name = '', inner = ''] = path.split(/[.[]/)
  if (name === 'secrets') return 'signingSecret'
  if (name === 'token') return 'apiToken'
  return (name === 'inbounds' ? `${inner}Inbounds` : name) as FieldName
}

/** Settings as fields of the form, without secrets. */
export function describeFields(settings: ProviderSettings): SettingFields {
  const { url } = settings
  if (settings.kind === 'webhook') return { url }
  const { subscriptionUrl } = settings
  const shared = { url, ...(subscriptionUrl !== undefined && { subscriptionUrl }) }
  if (settings.kind === 'remnawave') {
    const { squads, countDevices } = settings
    return { ...shared, squads, ...(countDevices !== undefined && { countDevices: countDevices ? 'yes' : 'no' }) }
  }
  const { username, protocols: chosen, inbounds = {} } = settings
  const tags = protocols.flatMap((protocol) => {
    const own = inbounds[protocol]
    return own ? [[`${protocol}Inbounds`, own] as const] : []
  })
  return { ...shared, username, protocols: chosen, ...Object.fromEntries(tags) }
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Finds an error in a provider's URL. Requires https, because every call carries secrets; outside PROD, simulators on
 * this machine are the exception.
 */
function addressFault(address: string, environment: Environment) {
  const url = URL.parse(address)
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'noAddress'
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (url.search !== '' || url.hash !== '') return 'query'
  if (url.protocol === 'https:') return null
  return environment !== 'PROD' && loopback.test(url.hostname) ? null : 'notHttps'
}
