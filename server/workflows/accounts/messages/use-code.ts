import { AppError } from '#shared/errors.ts'
import { normalizeCode } from '#shared/account-rules.ts'
import {
  claimCode,
  tryCode,
  type CodeTarget,
  forgetUnusedCodes,
} from '#server/modules/verification-codes/verification-codes.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { admitTry, networkOfTry } from '#server/modules/limits/admit-try.ts'
import { codeAsker, type Caller, type IdentityDeps } from '#server/deps/identity-deps.ts'
import { listIdentifiers } from '#server/modules/accounts/accounts.queries.ts'

const wrongCode = () => new AppError('WrongCode', { code: 'CodeWrong' })

/**
 * Checks a verification code and counts the try. Run `claim` in the transaction of the effect: it uses the code up, and
 * succeeds only for the first of concurrent calls. `repeated`: the code was used seconds ago, perhaps by the same form.
 */
export async function checkCode(
  deps: Pick<IdentityDeps, 'database' | 'digest'>,
  target: CodeTarget,
  { code: typed, ticket }: { code: string; ticket?: string | undefined },
  caller: Caller,
): Promise<{ repeated: boolean; claim: (tx: Transaction) => Promise<void> }> {
  const code = normalizeCode(typed)
  if (code === null) throw wrongCode()
  const attempt = await admitTry(deps, caller, { free: networkOfTry('code-tries-network', caller) })
  const { state, row } = await tryCode(deps.database, deps.digest, { target, asker: codeAsker(caller, ticket), code })
  if (state === 'wrong') throw wrongCode()
  await attempt.forgive()
  return {
    repeated: state === 'repeated',
    claim: async (tx) => {
      if (!(await claimCode(tx, row))) throw wrongCode()
    },
  }
}

/**
 * Invalidates the unused password reset codes that were sent to the account's email address and phone number, after a
 * change of the password or of these addresses, because somebody else may have read them.
 */
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
