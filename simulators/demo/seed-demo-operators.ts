import { operatorNameKey } from '#server/modules/operators/operators.rules.ts'
import { sealTotp } from '#server/modules/operators/operators.service.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { randomUUIDv7 } from 'node:crypto'
import { demoAuthenticators, demoOperatorSecret } from '../outbox/authenticator.ts'
import { countOperatorAccounts, insertOperatorAccount } from './seed.repo.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

/**
 * Creates an operator account per role for trying the console, if there are no operators. PROD rejects databases with
 * demo accounts.
 */
export async function seedDemoOperators(database: Database, secretKey: SecretKeys): Promise<void> {
  if ((await countOperatorAccounts(database)) > 0) return
  const keyring = createKeyring(secretKey)
  const secretHash = await hashPassword(demoOperatorSecret, 'operators')
  await database.transaction(async (tx) => {
    for (const { name, role, totpSecret } of demoAuthenticators) {
      const id = randomUUIDv7()
      const sealedTotp = sealTotp(keyring, id, totpSecret)
      await insertOperatorAccount(tx, { id, name, nameKey: operatorNameKey(name), role, secretHash, sealedTotp })
    }
  })
}
