import { connectionFields, type ConnectionId } from '#shared/connections.ts'
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
import { createKeyring } from '#server/platform/keyring.ts'
import { isRecord } from '#server/platform/read-body.ts'
import type { CodedFault } from '#server/platform/read-setting.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'

const subjectOf = (id: ConnectionId): string => `connection ${id}`
const maxBytes = 64 * 1024
const takesTwo = sentence('connection.takesTwo')

/** Saves keys. Fields that are left empty keep their saved value, so that one key can be changed alone. */
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
  const isSame = saved !== null && settings.every((name) => saved[name] === values[name])
  if (isSame) return refuse('NotPossible', 'connection.unchanged')
  await saveKeys(tx, keyring, { connection, by: preparedBy ?? actingId, areLeaked: leaked, values })
  const change = changeOf(connection, saved, values)
  const output = {
    connection,
    change: sentence(`connection.${change}`),
    settings: settings.join(', '),
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
    ? sentence('connection.inEnvironment', { setting: connectionFields[connection][0]?.name ?? '' })
    : null

/**
 * Entered values by setting name, without empty ones. Null if the text is no valid object, or names a setting of
 * another connection.
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

function faultsText(faults: readonly CodedFault[]): Sentence {
  const [first = sentence('connection.noForm'), ...others] = faults.map(({ setting, code }) =>
    sentence(`connection.fault.${code}`, { setting }),
  )
  return others.reduce((one, two) => sentence('connection.both', { first: one, second: two }), first)
}

function changeOf(connection: ConnectionId, before: KeyValues | null, after: KeyValues) {
  if (before === null) return 'added'
  const named = connectionFields[connection].filter(({ kind }) => kind === 'id').map(({ name }) => name)
  return named.slice(0, 1).some((name) => before[name] !== after[name]) ? 'otherAccount' : 'changed'
}

function formerText(connection: ConnectionId, current: KeysRow | undefined, areLeaked: boolean): Sentence {
  if (!current) return sentence('connection.noFormer')
  if (areLeaked || !isPaymentConnection(connection)) return sentence('connection.formerEnd')
  return sentence('connection.formerServe', { days: keptDays })
}
