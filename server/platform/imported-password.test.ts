import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './argon2.ts'
import { isForOnce, isImported, storeImported, type ImportedAlgorithm } from './imported-password.ts'

// Hashes of "correct horse" by crypt(3), libargon2 and Python's hashlib, in the forms of multiPasswordVerify of Xboard
// (app/Utils/Helper.php) and of Hash::passwordHash of SSPanel-UIM (src/Utils/Hash.php): the salt follows the password.
const hashes: readonly [ImportedAlgorithm, hash: string, salt: string][] = [
  ['php', '$2y$10$abcdefghijklmnopqrstuu23JPZtHcGhwXSF41f93o/7vBdDut3Xu', ''],
  ['php', '$argon2i$v=19$m=65536,t=4,p=1$hdx7Ojw0xGSKzx5suVxcNw$ytufHqF6JxbBtAifRvTfOkD/SsTM5WEc1uqxDNKpNZg', ''],
  ['php', '$argon2id$v=19$m=65536,t=4,p=1$IIMY749ave0Mz3aDB2XJ5w$VHvyZTOU12LBYvT02rnUTBTUKNBrXp75UcB/aujQ590', ''],
  ['md5', '3cb4e732631f47e6eb961f34554b7cde', ''],
  ['md5salt', 'edf3863f78323b0ef4b0a008412eab5e', 'pepper'],
  ['sha256', '4104d36f8da2c254349f85836793ebe029e0c957063a34c91c2e9203187b5631', ''],
  ['sha256salt', '8a20677826351fcddb2a88d0c11867b9791797798e648b89ac09630c1802cb90', 'pepper'],
  ['sha3salt', 'b09763a79899caeaa6b536641195e30e1d7f01ed37204f4d5dbede1518095c23', 'pepper'],
]

describe('a password hash of another system', () => {
  it.each(hashes)('an imported hash of %s %s accepts its password and no other', async (algorithm, hash, salt) => {
    const stored = storeImported(algorithm, hash, salt)
    expect(isImported(stored)).toBe(true)
    expect(await verifyPassword(stored, 'correct horse', 'test')).toBe(true)
    for (const wrong of ['correct horsf', 'Correct horse', 'correct horsepepper', ''])
      expect(await verifyPassword(stored, wrong, 'test')).toBe(false)
  })

  it('an imported salted hash accepts no password with another salt', async () => {
    for (const [algorithm, hash, salt] of hashes.filter(([, , used]) => used !== ''))
      expect(await verifyPassword(storeImported(algorithm, hash, `${salt}x`), 'correct horse', 'test')).toBe(false)
  })

  it('an imported MD5 hash, salted or not, is valid for one sign-in, and no other imported hash is', () => {
    const once = hashes.filter(([algorithm, hash, salt]) => isForOnce(storeImported(algorithm, hash, salt)))
    expect(once.map(([algorithm]) => algorithm)).toEqual(['md5', 'md5salt'])
  })

  it('a damaged imported hash accepts no password and does not throw', async () => {
    for (const stored of ['import$', 'import$php$$', 'import$php$$$2y$10$short', 'import$md5$$zz', 'import$crc32$$00'])
      expect(await verifyPassword(stored, 'correct horse', 'test')).toBe(false)
  })

  it('a hash made by this shop is not treated as imported', async () => {
    expect(isImported(await hashPassword('correct horse', 'test'))).toBe(false)
  })
})
