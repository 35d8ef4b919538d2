import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Localized } from '#shared/language.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import * as repo from './benefits.repo.ts'
import { findKind, nameKind } from './benefits.queries.ts'

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
  /** Accounts that were withdrawn are given again: those that no one had, and those whose password is another one now. */
  readonly isReturn?: boolean
}
/** `uid`: who had it before, null for no one or someone who was erased. */
type Returned = { readonly account: string; readonly uid: number | null }
export type Imported = { readonly added: number; readonly returned: readonly Returned[] }

/** Who had an account knows the password of then, however long ago: with one of these it stays withdrawn. */
async function listReturning(
  tx: Transaction,
  keyring: Keyring,
  kind: string,
  lines: StockFile['items'],
): Promise<Returned[]> {
  const passwordOf = new Map(lines.map(({ account, password }) => [account, password]))
  const withdrawn = await repo.listWithdrawn(tx, kind, [...passwordOf.keys()])
  return [...Map.groupBy(withdrawn, ({ account }) => account)]
    .filter(([account, times]) =>
      times.every(
        ({ sealedPassword, hadHolder }) =>
          !hadHolder || keyring.open(benefitPurpose, sealedPassword) !== passwordOf.get(account),
      ),
    )
    .map(([account, times]) => ({ account, uid: times.find(({ hadHolder }) => hadHolder)?.uid ?? null }))
}

/** Adds accounts to hand out; those in circulation are left alone. Returns how many are new, and which came back. */
export async function importStock(
  tx: Transaction,
  keyring: Keyring,
  { kind, names, items, isReturn = false }: StockFile,
  importedBy: string,
): Promise<Imported> {
  if (names) await nameKind(tx, kind, names)
  // Of an account that a file names twice, the last line counts.
  const lines = [...new Map(items.map((item) => [item.account, item])).values()]
  const returned = isReturn ? await listReturning(tx, keyring, kind, lines) : []
  const stock = {
    // Those of one millisecond have no order of their own: accounts are handed out in the order of the file.
    ids: lines.map(() => randomUUIDv7()).toSorted(),
    accounts: lines.map(({ account }) => account),
    sealedPasswords: lines.map(({ password }) => keyring.seal(benefitPurpose, password)),
    links: lines.map(({ link }) => link),
  }
  const comesBack = returned.map(({ account }) => account)
  const added = new Set((await repo.insertStock(tx, kind, importedBy, stock, comesBack)).map(({ account }) => account))
  // Another import may have brought one back meanwhile.
  const back = returned.filter(({ account }) => added.has(account))
  return { added: added.size - back.length, returned: back }
}
