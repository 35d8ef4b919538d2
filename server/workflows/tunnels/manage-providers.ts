import { randomBytes } from 'node:crypto'
import type { Environment } from '#shared/api-values.ts'
import type { ActionInput } from '#shared/contract/operator.ts'
import type { Sentence } from '#shared/sentence.ts'
import { countTestsOf, lockPersonActsOf } from '#server/modules/audit/reach.queries.ts'
import { createProvider, openSettings, sealSettings } from '#server/modules/tunnels/panels/create-panels.ts'
import { countKnown } from '#server/modules/tunnels/panels/marks.queries.ts'
import {
  describeFields,
  hasSettingFields,
  listNewSecrets,
  readSettingFields,
  readSettings,
  type ProviderSettings,
} from '#server/modules/tunnels/panels/provider-settings.ts'
import { panelFaultOf } from '#server/modules/tunnels/panels/port.ts'
import { findProvider, lockProvider } from '#server/modules/tunnels/panels/providers.queries.ts'
import { removeProvider as remove, setProvider as set } from '#server/modules/tunnels/panels/providers.service.ts'
import { hasMembers } from '#server/modules/membership/membership.queries.ts'
import {
  done,
  refuse,
  Refused,
  type Act,
  type FindKept,
  type PartsAct,
  type Read,
  type Result,
} from '#server/platform/act.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { digestFeedToken } from './read-feed.ts'
import { sentence } from '#text/sentence.ts'

const plans = ['trial', 'paid'] as const
/** Maximum number of tests an hour by one operator, of payment accounts, mail, SMS and panels together. */
const testsAnHour = 20
const subjectOf = (id: string): string => `tunnel provider ${id}`

export const keptProvider: FindKept<{ provider: string }> = async (tx, { provider: id }, { config }) => {
  const subject = subjectOf(id)
  const known = await lockProvider(tx, id)
  if (!known) return { subject, values: null }
  const serves = known.serves.length === 0 ? ['none'] : known.serves
  const settings = openSettings(createKeyring(config.secretKey), id, known.settings)
  // Includes the provider's revision, so that the same settings can be saved again to repeat the delivery to all
  // members.
  const unseen = [settings, known.feedTokenDigest?.toString('base64'), known.revision]
  return { subject, values: { kind: known.kind, serves, ...describeFields(settings) }, unseen }
}

export const setProvider: Act<'tunnels.set-provider'> = async (tx, input, _operator, { config }) => {
  const { provider: id, kind, serves } = input
  const served = plans.filter((plan) => serves.includes(plan))
  const isNone = serves.includes('none')
  if (isNone ? serves.length > 1 : serves.some((name) => !plans.some((plan) => plan === name)))
    return refuse('InvalidInput', 'panel.badServes')
  const known = await lockProvider(tx, id)
  if (known && known.kind !== kind)
    return refuse('NotPossible', sentence('panel.otherKind', { panel: id, kind: known.kind }))
  const keyring = createKeyring(config.secretKey)
  const saved = known ? openSettings(keyring, id, known.settings) : null
  const read = readGiven(input, saved, config.environment)
  if ('fault' in read) return refuse('InvalidInput', read.fault)
  const feedToken =
    kind === 'webhook' && (!known || input.newFeedToken === true)
      ? `wff_${randomBytes(32).toString('base64url')}`
      : null
  await set(tx, {
    id,
    kind,
    serves: served,
    settings: sealSettings(keyring, id, read.settings),
    feedTokenDigest: feedToken === null ? null : digestFeedToken(feedToken),
  })
  const { origin } = new URL(read.settings.url)
  const change = known ? ('changed' as const) : ('added' as const)
  const newSecrets = listNewSecrets(input)
  const output = {
    provider: id,
    change,
    origin,
    serves: servesText(served),
    newSecrets: newSecrets.length,
    feedToken: feedToken ?? '',
  }
  return done(
    output,
    subjectOf(id),
    {
      kind,
      origin,
      serves: served,
      change,
      newSecrets,
      newFeedToken: feedToken !== null,
    },
    { reaches: await hasMembers(tx) },
  )
}

const servesText = (served: readonly string[]): Sentence => {
  if (served.length === plans.length) return sentence('panel.servesBoth')
  if (served.length === 0) return sentence('panel.servesNobody')
  return sentence(served[0] === 'trial' ? 'panel.servesTrial' : 'panel.servesPaid')
}

/** Settings of the file or of the fields; a fault if both are given. Without both, the saved ones stay. */
function readGiven(
  input: ActionInput<'tunnels.set-provider'>,
  saved: ProviderSettings | null,
  environment: Environment,
): { readonly settings: ProviderSettings } | { readonly fault: Sentence } {
  const { kind, file } = input
  const hasFields = hasSettingFields(input)
  if (file !== undefined)
    return hasFields ? { fault: sentence('panel.fileAndFields') } : readSettings(kind, file, environment)
  return !hasFields && saved ? { settings: saved } : readSettingFields(kind, input, saved, environment)
}

/**
 * Removes a VPN panel with its settings and delivery state. Unless `abandon` is set, members' access there must be
 * closed, and erased members deleted there, first.
 */
export const removeProvider: Act<'tunnels.remove-provider'> = async (tx, { provider: id, abandon = false, reason }) => {
  const known = await lockProvider(tx, id)
  if (!known) return refuse('NotFound', sentence('panel.unknown', { panel: id }))
  const { open, unerased } = await countKnown(tx, id)
  if (!abandon && open + unerased > 0)
    return refuse('NotPossible', sentence('panel.stillServes', { people: open, panel: id, erased: unerased }))
  await remove(tx, id)
  return done(
    { provider: id, open, unerased },
    subjectOf(id),
    { reason, abandon, open, unerased },
    { reaches: open > 0 },
  )
}

export const testProvider: Read<'tunnels.test-provider'> = async (
  database,
  { provider: id },
  _operator,
  { config },
) => {
  const row = await findProvider(database, id)
  if (!row) return refuse('NotFound', sentence('panel.unknown', { panel: id }))
  const says = await testSettings(id, openSettings(createKeyring(config.secretKey), id, row.settings))
  return says.ok ? { ok: true, value: { provider: id, says: says.value } } : says
}

async function testSettings(id: string, settings: ProviderSettings): Promise<Result<Sentence>> {
  try {
    return { ok: true, value: await createProvider(settings).test() }
  } catch (error) {
    return refuse('NotPossible', sentence('panel.fails', { panel: id, fault: panelFaultOf(error) }))
  }
}

/**
 * Calls a panel with settings that are not saved yet. The attempt is counted and audited before anything leaves, so
 * that a failing test counts too.
 */
export const testProviderSettings: PartsAct<'tunnels.test-settings'> = {
  async parts(database, input, operator, { config, preview, audit }) {
    const { provider: id, kind } = input
    const row = await findProvider(database, id)
    if (row && row.kind !== kind)
      throw new Refused('NotPossible', sentence('panel.otherKind', { panel: id, kind: row.kind }))
    const saved = row ? openSettings(createKeyring(config.secretKey), id, row.settings) : null
    const read = readSettingFields(kind, input, saved, config.environment)
    if ('fault' in read) throw new Refused('InvalidInput', read.fault)
    const { origin } = new URL(read.settings.url)
    if (preview) return { ok: true, value: { origin, works: null, says: sentence('panel.wouldTest') } }
    await database.transaction(async (tx) => {
      await lockPersonActsOf(tx, operator.id)
      const { lately } = await countTestsOf(tx, operator.id, subjectOf(id))
      if (lately >= testsAnHour)
        throw new Refused('TooManyRequests', sentence('connection.testedOften', { most: testsAnHour }))
      await audit(tx, subjectOf(id), { kind, origin })
    })
    const says = await testSettings(id, read.settings)
    return { ok: true, value: { origin, works: says.ok, says: says.ok ? says.value : says.refusal.sentence } }
  },
}
