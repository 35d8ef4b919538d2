import type { Output } from '#shared/contract/call.ts'
import type { rewardCalls } from '#shared/contract/rewards.ts'
import { yesNo } from '#shared/api-values.ts'
import type { Language } from '#shared/language.ts'
import { isEntitled, assignBenefit } from '#server/modules/benefits/benefits.service.ts'
import { listKindsFor, type KindLine } from '#server/modules/benefits/benefits.queries.ts'
import { findMembership, lockBenefits } from '#server/modules/membership/membership.queries.ts'
import { maskName } from '#server/modules/accounts/masked-names.rules.ts'
import type { Database } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'

type Overview = Output<(typeof rewardCalls)['/api/system/system_benefits']>
type Revealed = Output<(typeof rewardCalls)['/api/system/system_user_benefits']>

const stateOf = (kind: KindLine): 'available' | 'assigned' | 'out_of_stock' =>
  kind.assignedAt !== null ? 'assigned' : kind.free ? 'available' : 'out_of_stock'

export async function describeBenefits(database: Database, userId: string, language: Language): Promise<Overview> {
  const [membership, kinds] = await Promise.all([findMembership(database, userId), listKindsFor(database, userId)])
  const now = membership?.now ?? new Date(0)
  const yearlyUntil = membership?.yearlyUntil ?? null
  const entitled = isEntitled({ yearlyUntil }, now)
  const states = kinds.map(stateOf)
  return {
    hasBenefits: yesNo(entitled),
    hasBenefitsNew: yesNo(entitled),
    until: yearlyUntil?.getTime() ?? null,
    state: !entitled
      ? 'not_entitled'
      : states.includes('available')
        ? 'available'
        : states.includes('assigned')
          ? 'assigned'
          : 'out_of_stock',
    kinds: !entitled
      ? []
      : kinds.map((kind) => ({
          kind: kind.kind,
          name: kind.names[language],
          state: stateOf(kind),
          account: kind.account === null ? null : maskName(kind.account),
          assignedAt: kind.assignedAt?.getTime() ?? null,
        })),
  }
}

export async function revealBenefit(
  database: Database,
  keyring: Keyring,
  userId: string,
  kind: string,
): Promise<Revealed> {
  const benefit = await database.transaction(async (tx) =>
    assignBenefit(tx, keyring, { userId, kind, member: await lockBenefits(tx, userId) }),
  )
  const membership = await findMembership(database, userId)
  return {
    account: benefit.account,
    password: benefit.password,
    link: benefit.link,
    assignedAt: benefit.assignedAt.getTime(),
    until: membership?.yearlyUntil?.getTime() ?? null,
  }
}
