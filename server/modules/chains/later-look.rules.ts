/**
 * What a look for a payment came to. `absent`: the node knows no such transaction (yet). `early`: it is not deep enough, or
 * too few nodes answered. `different`: it failed, or paid something else. `stale`: it was made before. `contradicted`: nodes
 * say different things. `unreachable`: no node answers.
 */
export type PaymentFinding = 'paid' | 'absent' | 'early' | 'different' | 'stale' | 'contradicted' | 'unreachable'

/** A transaction that no node has heard of for so long was never sent. */
const unheardMs = 86_400_000

/**
 * What a later look at money that an operator recorded as sent decides. Null: nobody can say yet, it is looked up again.
 */
export function judgeLaterLook(finding: PaymentFinding, recordedAt: Date, now: Date): 'confirmed' | 'mismatch' | null {
  if (finding === 'paid') return 'confirmed'
  if (finding === 'different' || finding === 'stale') return 'mismatch'
  return finding === 'absent' && now.getTime() - recordedAt.getTime() >= unheardMs ? 'mismatch' : null
}
