import { AppError } from '#shared/errors.ts'
import { normalizeCode } from '#shared/account-rules.ts'
import { claimCode, tryCode, type CodeTarget } from '#server/modules/codes/codes.service.ts'
import { countTry, uncountTry } from '#server/modules/limits/limits.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Caller, IdentityDeps } from './identity-deps.ts'

const wrongCode = () => new AppError('WrongCode', { code: 'CodeWrong' })

/**
 * Tries a code, and counts the try. `claim` then uses it up in the transaction of its effect, where only the first of
 * several gets through. `repeated`: it was used seconds ago, and the same form may have come again. Throws `WrongCode`
 * for every way in which a code can be worth nothing, and `TooManyRequests`.
 */
export async function checkCode(
  { database, digest }: Pick<IdentityDeps, 'database' | 'digest'>,
  target: CodeTarget,
  typed: string,
  caller: Pick<Caller, 'network'>,
): Promise<{ repeated: boolean; claim: (tx: Transaction) => Promise<void> }> {
  const code = normalizeCode(typed)
  if (code === null) throw wrongCode()
  await countTry(database, digest, 'code-tries-network', caller.network)
  const state = await tryCode(database, digest, target, code)
  if (state === 'wrong') throw wrongCode()
  await uncountTry(database, digest, 'code-tries-network', caller.network)
  return {
    repeated: state === 'repeated',
    claim: async (tx) => {
      if (!(await claimCode(tx, digest, target, code))) throw wrongCode()
    },
  }
}
