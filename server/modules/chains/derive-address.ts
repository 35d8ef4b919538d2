import { createHash } from 'node:crypto'
import type { ChainAddress } from '#shared/chain-address.ts'
import { ConfigError } from '#server/platform/read-setting.ts'

export type Account = {
  /** Identifies the extended public key in the table of derivation indexes and to the operator. */
  readonly fingerprint: string
  /** Derives path `0/index` of the extended public key. Wallets show the same addresses for receiving. */
  derive(index: number): { readonly address: ChainAddress; readonly origin: string }
}

/**
 * Opens a wallet account by its extended public key. Loads the crypto libraries only on deployments that accept
 * cryptocurrency.
 */
export async function openAccount(xpub: string): Promise<Account> {
  const [{ HDKey }, { secp256k1 }, { keccak_256 }] = await Promise.all([
    import('@scure/bip32'),
    import('@noble/curves/secp256k1'),
    import('@noble/hashes/sha3'),
  ])
  let receiving: InstanceType<typeof HDKey>
  try {
    receiving = HDKey.fromExtendedKey(xpub).deriveChild(0)
  } catch {
    throw new ConfigError('CRYPTO_CONFIG_FILE: xpub is no extended public key; its checksum is wrong.')
  }
  const fingerprint = createHash('sha256').update(xpub).digest('hex').slice(0, 12)
  return {
    fingerprint,
    derive(index) {
      const { publicKey } = receiving.deriveChild(index)
      if (!publicKey) throw new Error(`no key at index ${index}`)
      const point = secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false).subarray(1)
      const address: ChainAddress = `0x${Buffer.from(keccak_256(point)).subarray(12).toString('hex')}`
      return { address, origin: `${fingerprint}/0/${index}` }
    },
  }
}
