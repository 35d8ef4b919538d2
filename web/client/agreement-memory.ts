import { readStoredJson, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

/** Sign-in method used last in this browser. It does not identify the account. */
export type SignInMethod = 'passkey' | 'password'
type Kept = { readonly versions: string; readonly at: number; readonly way: SignInMethod }

function read(): Kept | null {
  const kept = readStoredJson('localStorage', storageKeys.agreed) as Partial<Kept> | null
  if (typeof kept?.versions !== 'string' || typeof kept.at !== 'number') return null
  return { versions: kept.versions, at: kept.at, way: kept.way === 'passkey' ? 'passkey' : 'password' }
}

/**
 * Milliseconds after the box was ticked automatically in which a click is ignored, because it was meant to tick the
 * box.
 */
export const autoTickGuardMs = 500

/** Time at which this browser agreed to these versions of the legal texts; null if it did not. */
export function findAgreementTime(versions: string): number | null {
  const kept = read()
  return kept?.versions === versions ? kept.at : null
}

export const lastSignInMethod = (): SignInMethod | null => read()?.way ?? null

/** Saves a successful sign-in. `agreed`: versions of the legal texts agreed to; null keeps the saved ones. */
export function saveSignInMethod(way: SignInMethod, agreed: string | null): void {
  const kept = read()
  const versions = agreed ?? kept?.versions ?? ''
  const at = kept?.versions === versions ? kept.at : Date.now()
  writeStored('localStorage', storageKeys.agreed, JSON.stringify({ versions, at, way }))
}
