import type { Language } from '#shared/language.ts'
import type { CallOutput } from '#web/client/api.ts'
import { readStoredJson, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

/** Milliseconds for which prefetched plans and client config stay fresh, across pages. */
export const shopFreshMs = 180_000

export type Prefetched = {
  readonly language: Language
  readonly at: number
  readonly goods: CallOutput<'/api/payment/payment_shop'>['list']
  readonly config?: CallOutput<'/api/system/system_client_config'>
}

/**
 * Plans and client config that an earlier page fetched, if they are fresh and in this language. A time in the future is
 * not trusted.
 */
export function readPrefetched(language: Language, now: number): Prefetched | null {
  const stored = readStoredJson('sessionStorage', storageKeys.prefetched) as Partial<Prefetched> | null
  if (!stored || stored.language !== language || typeof stored.at !== 'number') return null
  if (stored.at > now || now - stored.at >= shopFreshMs) return null
  return Array.isArray(stored.goods) ? (stored as Prefetched) : null
}

export const savePrefetched = (prefetched: Prefetched): void =>
  writeStored('sessionStorage', storageKeys.prefetched, JSON.stringify(prefetched))
