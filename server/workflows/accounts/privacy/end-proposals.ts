import { recordAction } from '#server/modules/audit/audit.service.ts'
import {
  hasNameOf,
  listSealedProposals,
  refuseExpired,
  refuseOpen,
  type Proposal,
} from '#server/modules/operators/proposals.queries.ts'
import { openProposed, textsIn } from '#server/modules/operators/proposals.service.ts'
import { proposalDays } from '#server/modules/operators/second-person.rules.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { say } from '#text/say.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

export const endExpiredProposals = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    const note = sentence('proposal.expired', { days: proposalDays })
    await auditEnded(tx, await refuseExpired(tx, proposalDays, say('en', note)), note)
  })

/**
 * Refuses open proposals that concern or name a person who is being erased: without the name, the second operator would
 * approve something else than the first one proposed. `about`: ids of the proposals that concern the person.
 */
export async function endProposalsNaming(
  tx: Transaction,
  keyring: Keyring,
  { userId, about }: { readonly userId: string; readonly about: readonly string[] },
): Promise<void> {
  const ids = new Set(about)
  for (const proposal of await listSealedProposals(tx)) {
    if (ids.has(proposal.id)) continue
    const proposed = openProposed(keyring, proposal)
    // Refuses proposals that cannot be decrypted too, because they can never be approved.
    if (proposed === null || (await hasNameOf(tx, userId, textsIn(proposed))).found) ids.add(proposal.id)
  }
  const note = sentence('proposal.namesErased')
  await auditEnded(tx, await refuseOpen(tx, [...ids], say('en', note)), note)
}

async function auditEnded(tx: Transaction, ended: readonly Pick<Proposal, 'id' | 'action'>[], reason: Sentence) {
  for (const { id, action } of ended)
    await recordAction(tx, {
      operator: 'system',
      action: 'approvals.refuse',
      subject: `proposal ${id}`,
      details: { action, reason },
    })
}
