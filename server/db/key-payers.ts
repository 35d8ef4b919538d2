import { keyPayer } from '#server/modules/payments/payer-digest.ts'
import { keyPayers } from '#server/modules/referrals/referrals.service.ts'
import { listUnsignalledPayouts, notePayout } from '#server/modules/risk/signals.queries.ts'
import { payoutSignal } from '#server/modules/risk/make-signals.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

const batch = 1_000

/**
 * Migration step that SQL cannot do, because the database has no key: replaces unkeyed payer digests by keyed ones.
 * Costs one query if there are none.
 */
export async function keyKnownPayers(database: Database, secretKey: SecretKeys): Promise<void> {
  const digest = createKeyedDigest(secretKey)
  const keyed = (plain: Uint8Array) => keyPayer(digest, plain)
  while ((await database.transaction((tx) => keyPayers(tx, keyed, batch))) === batch);
}

/** Same for payout addresses of existing affiliates. Newer changes store the signal together with the address. */
export async function signalKnownPayouts(database: Database, secretKey: SecretKeys): Promise<void> {
  const digest = createKeyedDigest(secretKey)
  for (;;) {
    const found = await listUnsignalledPayouts(database, batch)
    for (const { userId, address } of found) await notePayout(database, userId, payoutSignal(digest, address).digest)
    if (found.length < batch) return
  }
}
