import { createPrivateKey } from 'node:crypto'
import path from 'node:path'
import { platforms, type Platform } from '#shared/codes.ts'
import { ConfigError, keysDir, oneOf, secretFile, type Env } from './read-setting.ts'

/** What is done for clients that were written against the original service. */
export type ClientCompat = {
  /** RSA keys of signatures by PKCS#1 v1.5, PKCS#8 PEM; a platform without one has no such clients. Never the keys of RSA-OAEP. */
  readonly signingKeys: Partial<Readonly<Record<Platform, string>>>
}

type Where = {
  readonly production: boolean
  readonly dataDir: string
  readonly signingKeys: Readonly<Record<Platform, string>>
}

/** Null unless `CLIENT_COMPAT=on`. */
export function readClientCompat(env: Env, { production, dataDir, signingKeys }: Where): ClientCompat | null {
  if (oneOf(env, 'CLIENT_COMPAT', ['on', 'off'] as const, 'off') === 'off') return null
  const own = new Set(Object.values(signingKeys).map(modulusOf))
  const entries = platforms.flatMap((platform) => {
    const name = `COMPAT_SIGNING_KEY_${platform.toUpperCase()}_FILE`
    const file = env[name] || (production ? '' : path.join(keysDir(dataDir), 'signing-compat.pem'))
    if (!file) return []
    const pem = secretFile(name, file, { production })
    const modulus = modulusOf(pem)
    if (modulus === null) throw new ConfigError(`${name}: ${file} is no RSA key of 2048 bits.`)
    if (own.has(modulus))
      throw new ConfigError(
        `${name}: ${file} is a key of RSA-OAEP too; signatures by PKCS#1 v1.5 need one of their own.`,
      )
    return [[platform, pem] as const]
  })
  if (entries.length === 0)
    throw new ConfigError('CLIENT_COMPAT=on needs COMPAT_SIGNING_KEY_…_FILE of one platform at least.')
  return { signingKeys: Object.fromEntries(entries) }
}

/** What tells one RSA key of 2048 bits from another; null for anything else. */
function modulusOf(pem: string): string | null {
  try {
    const key = createPrivateKey(pem)
    const { n } = key.export({ format: 'jwk' })
    return key.asymmetricKeyDetails?.modulusLength === 2048 && typeof n === 'string' ? n : null
  } catch {
    return null
  }
}
