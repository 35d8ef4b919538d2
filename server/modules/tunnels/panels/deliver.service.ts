import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { noTerms, type Terms } from '../entitlement.rules.ts'
import { subjectOf } from '../panel-user-name.ts'
import { asPanelFault, type Panel } from './create-panels.ts'
import * as repo from './deliveries.repo.ts'
import { PanelRests } from './guard-panel.ts'
import { PanelAway, type TunnelProvider } from './port.ts'
import type { ProviderRow } from './providers.queries.ts'
import {
  findDrift,
  isHandedOver,
  viewOf,
  type DeliveredTerms,
  type View,
  retrySeconds,
} from './delivered-terms.rules.ts'

const batch = 16
const atOnce = 4
/**
 * Seconds until the next check whether the provider of paid plans has received a person who had a trial at this
 * provider.
 */
const handoverSeconds = 5

type Delivering = {
  readonly database: Database
  readonly digest: KeyedDigest
  readonly row: ProviderRow
  readonly panel: Panel
}

/**
 * Sends a batch of due entitlements to a provider and returns the number of them. Reads the entitlements after claiming
 * their rows, so that the newest state is sent. A change during the delivery makes the row due again.
 */
export async function deliverBatch(deps: Delivering, signal: AbortSignal): Promise<number> {
  const { database, row, panel } = deps
  const claim = randomUUID()
  const claimed = await repo.claimDue(database, row.id, claim, batch)
  const terms = new Map(
    (
      await repo.findTermsOfMany(
        database,
        claimed.map(({ userId }) => userId),
      )
    ).map((one) => [one.userId, one]),
  )
  const left = [...claimed]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const known = terms.get(next.userId)
      const mine = { provider: row.id, userId: next.userId, claim, turn: next.turn }
      if (signal.aborted || panel.guard.isResting()) await repo.releaseDelivery(database, mine)
      else await deliverOne(deps, { mine, claimed: next, terms: known ?? noTerms, now: known?.now ?? new Date(0) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return claimed.length
}

type One = {
  readonly mine: { provider: string; userId: string; claim: string; turn: number }
  readonly claimed: repo.Claimed
  readonly terms: Terms
  readonly now: Date
}

async function deliverOne(
  { database, digest, row, panel }: Delivering,
  { mine, claimed, terms, now }: One,
): Promise<void> {
  const subject = claimed.subject ?? subjectOf(digest, mine.userId)
  const view = viewOf(subject, terms, row, now)
  // Skips people who never had access at this provider, unless an earlier request without an answer may have created
  // them there.
  const isStranger = claimed.subject === null && !claimed.unsure && view.told.state !== 'active'
  // Waits until the other provider has added the person. Closing the person here first would leave them without access
  // while the other provider is down.
  if (claimed.isOpen && isHandedOver(terms, row.serves, now) && (await repo.isAwaited(database, mine.userId)).awaited) {
    await repo.postponeDelivery(database, mine, handoverSeconds)
    return
  }
  const outcome: Outcome = isStranger
    ? { externalId: null }
    : await panel.guard
        .ask(() => tell(panel.provider, view, claimed))
        .then((externalId) => ({ externalId }))
        .catch((error: unknown) => ({ error }))
  if ('error' in outcome) return failOne(database, { mine, claimed, subject, error: outcome.error })
  const isGone = isStranger || view.told.state === 'erased'
  const kept = await repo.finishDelivery(database, mine, {
    version: terms.version,
    subject: isGone ? null : subject,
    externalId: outcome.externalId,
    isOpen: view.told.state === 'active',
    nextAt: view.nextAt,
    again: claimed.unsure && !isStranger,
  })
  if (kept === 0) await repo.repeatDelivery(database, row.id, mine.userId)
}

type Outcome = { readonly externalId: string | null } | { readonly error: unknown }
type Failed = Pick<One, 'mine' | 'claimed'> & { readonly subject: string; readonly error: unknown }

async function failOne(database: Database, { mine, claimed, subject, error }: Failed): Promise<void> {
  if (error instanceof PanelRests) {
    await repo.releaseDelivery(database, mine)
    return
  }
  const fault = asPanelFault(error)
  const isAway = fault instanceof PanelAway
  await repo.failDelivery(database, mine, {
    error: fault.message.slice(0, 200),
    seconds: retrySeconds(claimed.failures, isAway),
    // From here on the provider may know the person, or may have an outdated state of the person.
    unsure: !isAway || fault.unsure,
    subject,
  })
}

async function tell(provider: TunnelProvider, { told }: View, claimed: repo.Claimed): Promise<string | null> {
  const known = claimed.look && !claimed.unsure ? await lookAt(provider, told) : null
  const externalId = known ?? (await apply(provider, told))
  if (claimed.revokeWanted && told.state !== 'erased') await provider.revoke(told.subject)
  // At expiry a provider ends access but keeps open connections. We drop connections only when access is taken away
  // early.
  if (claimed.dropWanted || (claimed.isOpen && told.state !== 'active' && told.state !== 'erased'))
    await provider.drop(told.subject)
  return externalId
}

const apply = async (provider: TunnelProvider, told: DeliveredTerms): Promise<string | null> =>
  (await provider.apply(told)).externalId

/**
 * Looks up a person at the provider. Returns the provider's id of the person if the state there is right, or null if
 * the state must be sent.
 */
async function lookAt(provider: TunnelProvider, told: DeliveredTerms): Promise<string | null> {
  if (!provider.see) return null
  const seen = await provider.see(told.subject)
  return seen && findDrift(told, seen) === null ? seen.externalId : null
}

export const isDeliveryDue = async (database: Database, provider: string): Promise<boolean> =>
  (await repo.isAnyDue(database, provider)).due
