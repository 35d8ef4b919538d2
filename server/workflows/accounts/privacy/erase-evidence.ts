import { operatorActions } from '#shared/contract/operator.ts'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import { erasePersonFromAuditLog } from '#server/modules/audit/audit-erasure.queries.ts'
import { erasePersonFromProposals, listProposalsAbout } from '#server/modules/operators/proposals.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { endProposalsNaming } from './end-proposals.ts'

const pageSize = 20_000
const firstId = '00000000-0000-0000-0000-000000000000'

/** Names of all fields in which operators enter personal data. */
const personalFields = [
  ...new Set(
    Object.values(operatorActions).flatMap(({ input }) =>
      Object.entries(input.properties).flatMap(([name, field]) =>
        (field as FieldNotes).holds === 'person' ? [name] : [],
      ),
    ),
  ),
]

/**
 * Removes the person's names from operators' requests and audit rows. Inputs are stored as ids; this finds names in
 * older rows and reasons. Call it while the account still has its names.
 */
export async function eraseEvidence(
  tx: Transaction,
  keyring: Keyring,
  { userId, uid, orders }: { userId: string; uid: number; orders: readonly string[] },
): Promise<void> {
  const proposals = await listProposalsAbout(tx, { uid: String(uid), orders })
  await endProposalsNaming(tx, keyring, { userId, about: proposals.map(({ id }) => id) })
  await erasePersonFromProposals(tx, { userId, orders, personal: personalFields })
  const about = [
    `user ${uid}`,
    `affiliate ${uid}`,
    ...orders.map((number) => `order ${number}`),
    ...proposals.map(({ id }) => `proposal ${id}`),
  ].map((subject) => subject.toLowerCase())
  for (let after: string | null = firstId; after !== null;)
    after = (await erasePersonFromAuditLog(tx, { userId, about, after, limit: pageSize })).next
}
