import { openAccount } from '#server/modules/accounts/accounts.service.ts'
import type { Database } from '#server/platform/database.ts'

let counter = 0

export async function createUser(database: Database): Promise<{ userId: string; uid: number; accountName: string }> {
  const accountName = `user.${process.pid}.${counter++}`
  const identifier = { kind: 'account_name', value: accountName, lookupKey: accountName } as const
  const account = { identifier, passwordHash: 'no password opens this', inviteCode: '', language: 'en' } as const
  return { accountName, ...(await database.transaction((tx) => openAccount(tx, account))) }
}
