import { connectionFields, environmentSetting, type ConnectionField, type ConnectionId } from '#shared/connections.ts'
import { openAccount } from '#server/modules/chains/derive-address.ts'
import { findCurrent, type KeysRow } from '#server/modules/connections/connections.queries.ts'
import {
  keptDays,
  openKeys,
  removeKeys,
  saveKeys,
  type KeyValues,
} from '#server/modules/connections/connections.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import { isPaymentConnection, readConnection } from '#server/platform/connection-config.ts'
import { createKeyedDigest, type KeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { isRecord } from '#server/platform/read-body.ts'
import type { CodedFault } from '#server/platform/read-setting.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'

const subjectOf = (id: ConnectionId): string => `connection ${id}`
const maxBytes = 64 * 1024
const takesTwo = sentence('connection.takesTwo')

/**
 * Saves the API keys of a provider, after the approval of a second operator. Fields that are left empty keep their
 * saved value, so that one key can be changed alone.
 */
export const setConnection: Act<'connections.set'> = async (
  tx,
  { connection, values: text, leaked = false, reason },
  { id: actingId },
  { config, preparedBy },
) => {
  const fault = findEnvironmentFault(connection, config)
  if (fault) return refuse('NotPossible', fault)
  const given = readGiven(connection, text)
  if (given === null) return refuse('InvalidInput', 'connection.noForm')
  const settings = Object.keys(given)
  if (settings.length === 0) return refuse('InvalidInput', 'connection.nothingGiven')
  const keyring = createKeyring(config.secretKey)
  const current = await findCurrent(tx, connection)
  const saved = current ? openKeys(keyring, current) : null
  const values = { ...saved, ...given }
  const { faults } = readConnection(connection, values, config)
  if (faults.length > 0) return refuse('InvalidInput', faultsText(faults))
  const wrongKey = await findWrongXpub(values)
  if (wrongKey) return refuse('InvalidInput', faultsText([wrongKey]))
  const isSame = saved !== null && settings.every((name) => saved[name] === values[name])
  if (isSame) return refuse('NotPossible', 'connection.unchanged')
  await saveKeys(tx, keyring, { connection, by: preparedBy ?? actingId, areLeaked: leaked, values })
  const change = changeOf(connection, saved, values)
  const changes = changesOf(connection, { before: saved, after: values }, createKeyedDigest(config.secretKey))
  const output = {
    connection,
    change: sentence(`connection.${change}`),
    settings: settings.join(', '),
    changes,
    formerKeys: formerText(connection, current, leaked),
  }
  return done(output, subjectOf(connection), { change, settings, leaked, reason }, { takesTwo })
}

export const removeConnection: Act<'connections.remove'> = async (
  tx,
  { connection, leaked = false, reason },
  _operator,
  { config },
) => {
  const fault = findEnvironmentFault(connection, config)
  if (fault) return refuse('NotPossible', fault)
  const current = await findCurrent(tx, connection)
  if (!current) return refuse('NotFound', 'connection.noKeys')
  await removeKeys(tx, { connection, areLeaked: leaked })
  const output = { connection, formerKeys: formerText(connection, current, leaked) }
  return done(output, subjectOf(connection), { leaked, reason }, { takesTwo })
}

const findEnvironmentFault = (connection: ConnectionId, { connections }: Config): Sentence | null =>
  connections.inEnvironment.includes(connection)
    ? sentence('connection.inEnvironment', { setting: environmentSetting(connection) })
    : null

/**
 * Entered values by setting name, without empty ones. Null if the text is too long, is no JSON object with text values,
 * or names a setting of another connection.
 */
function readGiven(connection: ConnectionId, text: string): KeyValues | null {
  if (text.length > maxBytes) return null
  try {
    const given: unknown = JSON.parse(text)
    if (!isRecord(given)) return null
    const entries = Object.entries(given)
    const isKnown = entries.every(
      ([name, value]) => typeof value === 'string' && connectionFields[connection].some((field) => field.name === name),
    )
    return isKnown
      ? Object.fromEntries(entries.filter((entry): entry is [string, string] => String(entry[1]).trim() !== ''))
      : null
  } catch {
    return null
  }
}

/** Checks the checksum of an extended public key, which its form alone does not show. */
async function findWrongXpub({ CRYPTO_XPUB: xpub }: KeyValues): Promise<CodedFault | null> {
  if (xpub === undefined) return null
  try {
    await openAccount(xpub.trim())
    return null
  } catch {
    return { setting: 'CRYPTO_XPUB', code: 'xpub' }
  }
}

function faultsText(faults: readonly CodedFault[]): Sentence {
  const [first = sentence('connection.noForm'), ...others] = faults.map(({ setting, code, params = {} }) =>
    sentence(`connection.fault.${code}`, { setting, ...params }),
  )
  return others.reduce((one, two) => sentence('connection.both', { first: one, second: two }), first)
}

/**
 * True for a field that identifies the account at the provider. Every key of Stripe counts, because its keys do not
 * name their account. SMTP_URL counts although it is secret, because it contains the mail server (see `placeOf`).
 */
const isPlace = (connection: ConnectionId, { name, kind }: ConnectionField): boolean =>
  kind === 'id' || kind === 'url' || kind === 'nodes' || connection === 'stripe' || name === 'SMTP_URL'

function changeOf(connection: ConnectionId, before: KeyValues | null, after: KeyValues) {
  if (before === null) return 'added'
  const isElsewhere = connectionFields[connection]
    .filter((field) => isPlace(connection, field))
    .some((field) => placeOf(field, before[field.name]) !== placeOf(field, after[field.name]))
  return isElsewhere ? 'otherAccount' : 'changed'
}

/** Part of a value that identifies the account or server. */
const placeOf = ({ name, kind }: ConnectionField, value: string | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (name === 'SMTP_URL') return serverOf(value)
  return kind === 'nodes' ? hostsOf(value) : value.trim()
}

/** Hosts of web addresses without their paths, which may contain keys. */
const hostsOf = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .map((url) => new URL(url).host)
    .join(', ')

function serverOf(url: string): string {
  const { protocol, host } = new URL(url.trim())
  return `${protocol}//${host}`
}

/** Kinds of fields whose values are no secrets. */
const shownKinds: readonly ConnectionField['kind'][] = ['id', 'url', 'choice', 'number']

type Values = { readonly before: KeyValues | null; readonly after: KeyValues }

/**
 * All fields of a connection, changed ones first. A key appears as a digest, which shows only whether it is the same:
 * an approval is compared with these values, so it cannot apply to other keys than the operator saw.
 */
function changesOf(connection: ConnectionId, { before, after }: Values, digest: KeyedDigest) {
  const shown = (field: ConnectionField, values: KeyValues | null): string | null => {
    const value = values?.[field.name]?.trim() ?? ''
    if (value === '') return null
    if (shownKinds.includes(field.kind)) return value
    const mark = `•••• ${digest('connection keys', value).toString('hex').slice(0, 8)}`
    if (field.kind === 'nodes') return `${hostsOf(value)} ${mark}`
    return field.name === 'SMTP_URL' ? `${serverOf(value)} ${mark}` : mark
  }
  const rows = connectionFields[connection]
    .map((field) => ({ name: field.name, before: shown(field, before), after: shown(field, after) }))
    .filter((row) => row.before !== null || row.after !== null)
  const isSame = (row: (typeof rows)[number]): boolean => row.before === row.after
  return [...rows.filter((row) => !isSame(row)), ...rows.filter(isSame)]
}

function formerText(connection: ConnectionId, current: KeysRow | undefined, areLeaked: boolean): Sentence {
  if (!current) return sentence('connection.noFormer')
  if (connection === 'crypto') return sentence('connection.cryptoEnds')
  if (areLeaked || !isPaymentConnection(connection)) return sentence('connection.formerEnd')
  return sentence('connection.formerServe', { days: keptDays })
}
