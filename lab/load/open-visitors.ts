import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openAccount } from '#server/modules/accounts/accounts.service.ts'
import { startSession } from '#server/modules/sessions/sessions.service.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import type { Database } from '#server/platform/database.ts'

export type Accounts = {
  readonly password: string
  readonly names: readonly string[]
  readonly tokens: readonly string[]
}

/** Creates accounts with a password and one session directly in the database, because registration is not measured. */
export async function openAccounts(database: Database, count: number): Promise<Accounts> {
  const password = 'clear-road-2026'
  const passwordHash = await hashPassword(password, 'load')
  const names: string[] = []
  const tokens: string[] = []
  for (let n = 0; n < count; n++) {
    const name = `load.${n}.${randomUUID().slice(0, 8)}`
    const identifier = { kind: 'account_name', value: name, lookupKey: name } as const
    const token = await database.transaction(async (tx) => {
      const { userId } = await openAccount(tx, { identifier, passwordHash, inviteCode: '', language: 'en' })
      return startSession(tx, { userId, platform: 'web', deviceId: 'web', kind: 'full', origin: { from: 'proof' } })
    })
    names.push(name)
    tokens.push(token)
  }
  return { password, names, tokens }
}

export const readWebKey = async (folder: string): Promise<KeyObject> =>
  createPublicKey(await readFile(path.join(folder, 'keys/signing-web.pem')))
