import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Localized } from '#shared/language.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import * as repo from './benefits.repo.ts'
import { findKind } from './benefits.queries.ts'

export const benefitPurpose = 'benefit password'

export type Benefit = {
  readonly account: string
  readonly password: string
  readonly link: string
  readonly assignedAt: Date
}

export type Member = { readonly yearly: boolean; readonly benefitsUntil: Date | null }

/** While the benefits run: those of a yearly plan, or what is left of them. */
export const isEntitled = (member: Member, now: Date): boolean =>
  member.yearly || (member.benefitsUntil !== null && member.benefitsUntil > now)

/**
 * The benefit of that kind that this user has, or the next one in stock. The caller holds the user's membership, so that
 * no one gets two; undefined for a user who has never been a member. Throws `BenefitsNotEntitled`, `BenefitsOutOfStock`; `NotFound` for a kind that there is not.
 */
export async function assignBenefit(
  tx: Transaction,
  keyring: Keyring,
  { userId, kind, member }: { userId: string; kind: string; member: Member | undefined },
): Promise<Benefit> {
  if (!member || !isEntitled(member, tx.now)) throw new AppError('BenefitsNotEntitled')
  const held = await repo.findAssigned(tx, userId, kind)
  const found = held ?? (await repo.assignNext(tx, userId, kind))
  if (!found) throw new AppError((await findKind(tx, kind)) ? 'BenefitsOutOfStock' : 'NotFound')
  const { account, sealedPassword, link, assignedAt } = found
  return { account, password: keyring.open(benefitPurpose, sealedPassword), link, assignedAt }
}

export type StockFile = {
  readonly kind: string
  readonly names: Localized | null
  readonly items: readonly { readonly account: string; readonly password: string; readonly link: string }[]
}

/** Adds accounts to hand out; those known already are left alone. Returns how many are new. */
export async function importStock(
  tx: Transaction,
  keyring: Keyring,
  { kind, names, items }: StockFile,
  importedBy: string,
): Promise<number> {
  if (names) await repo.upsertKind(tx, kind, names)
  let added = 0
  for (const { account, password, link } of items) {
    const sealedPassword = keyring.seal(benefitPurpose, password)
    added += await repo.insertStock(tx, { id: randomUUIDv7(), kind, account, sealedPassword, link, importedBy })
  }
  return added
}
