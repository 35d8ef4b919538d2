import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { countTry } from '#server/modules/limits/limits.service.ts'
import { exportData } from './export-data.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'

/** Rate-limited `exportData`. Throws `ExportsSpent`. */
export async function downloadData(
  { database, digest, keyring }: Pick<IdentityDeps, 'database' | 'digest' | 'keyring'>,
  userId: string,
  language: Language,
): ReturnType<typeof exportData> {
  await countTry(database, digest, 'export-account', userId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new AppError('ExportsSpent', {}, { retryAfterSeconds: error.retryAfterSeconds })
  })
  return exportData({ database, keyring }, userId, language)
}
