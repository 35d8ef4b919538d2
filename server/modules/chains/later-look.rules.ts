import type { PaymentFinding } from './find-payment.ts'

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
