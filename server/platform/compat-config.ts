import { createPrivateKey } from 'node:crypto'
import { platforms, type Platform } from '#shared/api-values.ts'
import { upper } from './environment.ts'
import type { CheckFile, SettingsReader } from './read-setting.ts'

export type ClientCompat = {
  /**
   * Private keys (PKCS#8, PEM) for the PKCS#1 v1.5 signatures of legacy clients, by platform. A platform without a key
   * accepts no legacy clients. No key may also be an RSA-OAEP key of a platform.
   */
  readonly signingKeys: Partial<Readonly<Record<Platform, string>>>
}

/**
 * Reads the settings for legacy clients; null unless `CLIENT_COMPAT=on`. `signingKeys`: the RSA-OAEP keys, none of
 * which may serve legacy clients too.
 */
export function readClientCompat(
  settings: SettingsReader,
  signingKeys: Readonly<Record<Platform, string>>,
): ClientCompat | null {
  if (settings.values.CLIENT_COMPAT !== 'on') return null
  const own = new Set(Object.values(signingKeys).map(modulusOf))
  const check: CheckFile = (pem) => {
    const modulus = modulusOf(pem)
    if (modulus === null) return { code: 'privateKey', words: 'is no RSA key of 2048 bits' }
    return own.has(modulus)
      ? { code: 'form', words: 'is a key of RSA-OAEP too; signatures by PKCS#1 v1.5 need one of their own' }
      : null
  }
  const names = platforms.map((platform) => [platform, `COMPAT_SIGNING_KEY_${upper(platform)}_FILE`] as const)
  const found = names.filter(([, name]) => settings.values[name] !== undefined)
  if (found.length === 0) settings.fault('CLIENT_COMPAT=on needs COMPAT_SIGNING_KEY_…_FILE of one platform at least.')
  return {
    signingKeys: Object.fromEntries(found.map(([platform, name]) => [platform, settings.file(name, check)])),
  }
}

function modulusOf(pem: string): string | null {
  try {
    const key = createPrivateKey(pem)
    const { n } = key.export({ format: 'jwk' })
    return key.asymmetricKeyDetails?.modulusLength === 2048 && typeof n === 'string' ? n : null
  } catch {
    return null
  }
}
