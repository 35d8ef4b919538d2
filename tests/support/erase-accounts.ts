import type { Database } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { eraseDueAccounts as erase } from '#server/workflows/accounts/privacy/erase-accounts.ts'
import { testConfig } from './operator-acts.ts'

/** Erases all accounts that are due, under the keys of the tests. */
export const eraseDueAccounts = (database: Database): Promise<number> =>
  erase(database, createKeyring(testConfig().secretKey))
