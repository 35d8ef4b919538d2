import { randomBytes } from 'node:crypto'
import { createProvider, openSettings, sealSettings } from '#server/modules/tunnels/panels/create-panels.ts'
import { countKnown } from '#server/modules/tunnels/panels/marks.queries.ts'
import { readSettings } from '#server/modules/tunnels/panels/provider-settings.ts'
import { findProvider, lockProvider } from '#server/modules/tunnels/panels/providers.queries.ts'
import { removeProvider as remove, setProvider as set } from '#server/modules/tunnels/panels/providers.service.ts'
import { hasMembers } from '#server/modules/membership/membership.queries.ts'
import { done, refuse, type Act, type FindKept, type Read } from '#server/platform/act.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { digestFeedToken } from './read-feed.ts'
import { sentence } from '#text/sentence.ts'

const plans = ['trial', 'paid'] as const
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
  return { subject, values: { kind: known.kind, serves }, unseen }
}

export const setProvider: Act<'tunnels.set-provider'> = async (tx, input, _operator, { config }) => {
  const { provider: id, kind, file, serves } = input
  const served = plans.filter((plan) => serves.includes(plan))
  if (serves.some((name) => name !== 'none' && !plans.some((plan) => plan === name)))
    return refuse('InvalidInput', 'panel.badServes')
  const known = await lockProvider(tx, id)
  if (known && known.kind !== kind)
    return refuse('NotPossible', sentence('panel.otherKind', { panel: id, kind: known.kind }))
  if (!known && file === undefined) return refuse('InvalidInput', 'panel.needsFile')
  const keyring = createKeyring(config.secretKey)
  const read =
    file === undefined && known
      ? { settings: openSettings(keyring, id, known.settings) }
      : readSettings(kind, file ?? '', config.environment)
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
  const change = known ? 'changed' : 'added'
  const output = { provider: id, change, origin, serves: served.join(', ') || 'no one', feedToken: feedToken ?? '' }
  return done(
    output,
    subjectOf(id),
    {
      kind,
      origin,
      serves: served,
      change,
      newFeedToken: feedToken !== null,
    },
    { reaches: await hasMembers(tx) },
  )
}

/** Removes a VPN panel with its settings and delivery state. Members' access at the panel must be closed first. */
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
  const provider = createProvider(openSettings(createKeyring(config.secretKey), id, row.settings))
  try {
    return { ok: true, value: { provider: id, says: await provider.test() } }
  } catch (error) {
    return refuse(
      'NotPossible',
      sentence('panel.fails', {
        panel: id,
        fault: error instanceof Error ? error.message : sentence('panel.noAnswer'),
      }),
    )
  }
}
