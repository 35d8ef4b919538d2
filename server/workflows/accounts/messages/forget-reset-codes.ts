import { listIdentifiers } from '#server/modules/accounts/accounts.queries.ts'
import { forgetUnusedCodes } from '#server/modules/verification-codes/verification-codes.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'

/** Invalidates reset codes after a password change: somebody else may have read them. */
export async function forgetResetCodes(
  tx: Transaction,
  { digest }: Pick<IdentityDeps, 'digest'>,
  userId: string,
): Promise<void> {
  const targets = (await listIdentifiers(tx, userId)).flatMap(({ kind, lookupKey: address }) =>
    kind === 'account_name' ? [] : [{ purpose: 'reset', kind, address } as const],
  )
  await forgetUnusedCodes(tx, digest, targets)
}
