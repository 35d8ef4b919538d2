import { operatorActions } from '#shared/contract/operator.ts'
import { isWords, type FieldNotes } from '#shared/contract/operator/fields.ts'
import { erasePersonFromAuditLog } from '#server/modules/audit/audit.queries.ts'
import { erasePersonFromProposals, listProposalsAbout } from '#server/modules/operators/proposals.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { endProposalsNaming } from './end-proposals.ts'

const fieldsThat = (isMeant: (field: FieldNotes) => boolean): string[] => [
  ...new Set(
    Object.values(operatorActions).flatMap(({ kind, input }) =>
      Object.entries(input.properties).flatMap(([name, field]) =>
        kind === 'act' && isMeant(field as FieldNotes) ? [name] : [],
      ),
    ),
  ),
]
const personalFields = fieldsThat(({ holds }) => holds === 'person')
/**
 * Input fields that may contain a person's name. In all other fields a single word is a code, such as a status or plan,
 * and stays.
 */
const wordFields = fieldsThat(
  (field) => (isWords(field) && field.hint === 'TEXT') || field.holds === 'user' || field.holds === 'person',
)

/**
 * Removes a person's names from operators' requests and audit rows, which otherwise refer to people by id. Call it
 * while the account still has its names.
 */
export async function eraseEvidence(
  tx: Transaction,
  keyring: Keyring,
  { userId, uid, orders }: { userId: string; uid: number; orders: readonly string[] },
): Promise<void> {
  const proposals = (await listProposalsAbout(tx, { uid: String(uid), orders })).map(({ id }) => id)
  await endProposalsNaming(tx, keyring, { userId, about: proposals })
  await erasePersonFromProposals(tx, { userId, about: proposals, personal: personalFields, words: wordFields })
  const about = [
    `user ${uid}`,
    `affiliate ${uid}`,
    ...orders.map((number) => `order ${number}`),
    ...proposals.map((id) => `proposal ${id}`),
  ].map((subject) => subject.toLowerCase())
  await erasePersonFromAuditLog(tx, { userId, about, words: wordFields })
}
