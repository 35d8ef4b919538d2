import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Localized } from '#shared/language.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import * as repo from './benefits.repo.ts'
import { findKind, nameKind } from './benefits.queries.ts'

export const benefitPurpose = 'benefit password'

type Benefit = {
  readonly account: string
  readonly password: string
  readonly link: string
  readonly assignedAt: Date
}

type Member = { readonly yearlyUntil: Date | null }

export const isEntitled = ({ yearlyUntil }: Member, now: Date): boolean => yearlyUntil !== null && yearlyUntil > now

/**
 * Returns the user's benefit of a kind, or assigns the next one in stock. `member` is undefined for a user who was
 * never a member. The caller must hold the membership's lock, so that nobody gets two. Throws `BenefitsNotEntitled`,
 * `BenefitsOutOfStock`, or `NotFound` for an unknown kind.
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
  /**
   * True if the import may return withdrawn accounts to circulation: those that nobody held, and those with a new
   * password.
   */
  readonly isReturn?: boolean
}
type Returned = { readonly account: string; readonly uid: number | null }
type Imported = { readonly added: number; readonly returned: readonly Returned[] }

/** Accounts that can return to circulation. An account stays withdrawn if a former holder knows its password. */
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

export async function importStock(
  tx: Transaction,
  keyring: Keyring,
  { kind, names, items, isReturn = false }: StockFile,
  importedBy: string,
): Promise<Imported> {
  if (names) await nameKind(tx, kind, names)
  // If the import file repeats an account, its last line counts.
  const lines = [...new Map(items.map((item) => [item.account, item])).values()]
  const returned = isReturn ? await listReturning(tx, keyring, kind, lines) : []
  const stock = {
    // The ids are sorted, because ids of the same millisecond have no order and accounts are assigned in the order of
    // the file.
    ids: lines.map(() => randomUUIDv7()).toSorted(),
    accounts: lines.map(({ account }) => account),
    sealedPasswords: lines.map(({ password }) => keyring.seal(benefitPurpose, password)),
    links: lines.map(({ link }) => link),
  }
  const comesBack = returned.map(({ account }) => account)
  const added = new Set((await repo.insertStock(tx, kind, importedBy, stock, comesBack)).map(({ account }) => account))
  // Leaves out accounts that a concurrent import returned first.
  const back = returned.filter(({ account }) => added.has(account))
  return { added: added.size - back.length, returned: back }
}
