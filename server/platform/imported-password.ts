import { createHash, timingSafeEqual } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import bcrypt from '@node-rs/bcrypt'

/**
 * Algorithm of an imported password hash. `php`: bcrypt or argon2 as PHP's password_hash writes them. The others are
 * hexadecimal digests.
 */
export type ImportedAlgorithm = 'php' | 'md5' | 'md5salt' | 'sha256' | 'sha256salt' | 'sha3salt'

const mark = 'import$'
/**
 * Algorithms whose hashes are too weak to keep: an MD5 hash of a usual password is cracked within a second, so anyone
 * who has seen the old database may know the password.
 */
const broken: readonly string[] = ['md5', 'md5salt']

/** Value of `users.password_hash` for a password hash of another system, until the owner's first sign-in. */
export const storeImported = (algorithm: ImportedAlgorithm, hash: string, salt: string): string =>
  `${mark}${algorithm}$${Buffer.from(salt).toString('base64url')}$${hash}`

const partsOf = (stored: string) => {
  const [algorithm = '', salt = '', ...hash] = stored.slice(mark.length).split('$')
  return { algorithm, salt: Buffer.from(salt, 'base64url').toString(), hash: hash.join('$') }
}

export const isImported = (stored: string): boolean => stored.startsWith(mark)

/** True if the password allows one more sign-in, after which the owner must choose another one. */
export const isForOnce = (stored: string): boolean => isImported(stored) && broken.includes(partsOf(stored).algorithm)

const digestOf: Readonly<Record<string, (text: string) => Buffer>> = {
  md5: (text) => createHash('md5').update(text).digest(),
  md5salt: (text) => createHash('md5').update(text).digest(),
  sha256: (text) => createHash('sha256').update(text).digest(),
  sha256salt: (text) => createHash('sha256').update(text).digest(),
  sha3salt: (text) => createHash('sha3-256').update(text).digest(),
}

/** Compares an imported hash as the old system did: with the password as typed, followed by its salt. */
export async function verifyImported(stored: string, password: string): Promise<boolean> {
  const { algorithm, salt, hash } = partsOf(stored)
  if (algorithm === 'php')
    return (hash.startsWith('$argon2') ? argon2.verify(hash, password) : bcrypt.verify(password, hash)).catch(
      () => false,
    )
  const known = Buffer.from(hash, 'hex')
  const found = digestOf[algorithm]?.(password + salt)
  return found !== undefined && found.length === known.length && timingSafeEqual(found, known)
}
