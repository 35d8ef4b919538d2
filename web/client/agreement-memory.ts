import { readStoredJson, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

/** Sign-in method last used in this browser. It does not identify the account. */
export type SignInMethod = 'passkey' | 'password'
type Kept = { readonly versions: string; readonly at: number; readonly way: SignInMethod }

function read(): Kept | null {
  const kept = readStoredJson('localStorage', storageKeys.agreed) as Partial<Kept> | null
  if (typeof kept?.versions !== 'string' || typeof kept.at !== 'number') return null
  return { versions: kept.versions, at: kept.at, way: kept.way === 'passkey' ? 'passkey' : 'password' }
}

/** Ms after an automatic tick in which clicks on the box are ignored: they were meant to tick it. */
export const autoTickGuardMs = 500

/** Time at which the agreement box was ticked in this browser for these versions of the texts; null if it was not. */
export function findAgreementTime(versions: string): number | null {
  const kept = read()
  return kept?.versions === versions ? kept.at : null
}

export const lastSignInMethod = (): SignInMethod | null => read()?.way ?? null

/** Saves a successful sign-in. `agreed`: versions of the texts agreed to; null keeps the saved ones. */
export function saveSignInMethod(way: SignInMethod, agreed: string | null): void {
  const kept = read()
  const versions = agreed ?? kept?.versions ?? ''
  const at = kept?.versions === versions ? kept.at : Date.now()
  writeStored('localStorage', storageKeys.agreed, JSON.stringify({ versions, at, way }))
}
