/**
 * Result of a payment lookup. `absent`: no answering node knows the transaction (so far). `early`: too few
 * confirmations or answers. `different`: it failed or paid something else. `stale`: made earlier. `contradicted`: nodes
 * disagree. `unreachable`: no node answers.
 */
export type PaymentFinding = 'paid' | 'absent' | 'early' | 'different' | 'stale' | 'contradicted' | 'unreachable'

/** A transaction unknown to all nodes for so long was never sent. */
const unheardMs = 86_400_000

/**
 * Decides a later check of a transaction that an operator recorded. `absentSince`: result of `nextAbsentSince` after
 * earlier checks. Null: undecided, check again.
 */
export function judgeLaterLook(
  finding: PaymentFinding,
  absentSince: Date | null,
  now: Date,
): 'confirmed' | 'mismatch' | null {
  if (finding === 'paid') return 'confirmed'
  if (finding === 'different' || finding === 'stale') return 'mismatch'
  const isUnheard = absentSince !== null && now.getTime() - absentSince.getTime() >= unheardMs
  return finding === 'absent' && isUnheard ? 'mismatch' : null
}

/**
 * Start of the current series of checks in which no node knew the transaction. A check without answers keeps the
 * series; one that shows the transaction ends it (null).
 */
export function nextAbsentSince(finding: PaymentFinding, absentSince: Date | null, now: Date): Date | null {
  if (finding === 'unreachable') return absentSince
  return finding === 'absent' ? (absentSince ?? now) : null
}

/**
 * A node's statement about the transaction; `paid` regardless of confirmations. `early`: the node does not know its
 * block.
 */
export type NodeStatement = 'paid' | 'absent' | 'early' | 'different' | 'stale'

/**
 * Combines statements of all answering nodes, none of which is `paid`. A node without the transaction does not
 * contradict one that shows it; "something else" needs `needed` equal statements.
 */
export function joinStatements(
  statements: readonly Exclude<NodeStatement, 'paid'>[],
  needed: number,
): Exclude<PaymentFinding, 'paid'> {
  if (statements.length === 0) return 'unreachable'
  const [shown, ...others] = statements.filter((statement) => statement !== 'absent')
  if (!shown) return 'absent'
  if (others.some((other) => other !== shown)) return 'contradicted'
  return others.length + 1 >= needed ? shown : 'early'
}
