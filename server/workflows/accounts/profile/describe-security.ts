import type { Output } from '#shared/contract/call.ts'
import type { securityCalls } from '#shared/contract/security.ts'
import { hasPassword } from '#server/modules/accounts/nameless-account.ts'
import { listPasskeys } from '#server/modules/passkeys/passkeys.queries.ts'
import { isTotpOn } from '#server/modules/second-factors/second-factors.service.ts'
import { countRecoveryCodes } from '#server/modules/second-factors/second-factors.queries.ts'
import type { Database } from '#server/platform/database.ts'

type Security = Output<(typeof securityCalls)['/api/user/user_security']>

export async function describeSecurity(database: Database, userId: string): Promise<Security> {
  const [password, totp, recovery, passkeys] = await Promise.all([
    hasPassword(database, userId),
    isTotpOn(database, userId),
    countRecoveryCodes(database, userId),
    listPasskeys(database, userId),
  ])
  return {
    password,
    totp,
    recoveryCodesLeft: recovery.left,
    recoveryCodesMadeAt: recovery.madeAt?.getTime() ?? null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.getTime(),
      lastUsedAt: lastUsedAt?.getTime() ?? null,
    })),
  }
}
