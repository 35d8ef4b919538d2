/**
 * Result of looking up a payment on the blockchain. `absent`: no answering node knows the transaction so far. `early`:
 * too few confirmations or answers. `different`: the transaction failed or paid something else. `stale`: it is older
 * than the payment. `contradicted`: nodes disagree. `unreachable`: no node answers.
 */
export type PaymentFinding = 'paid' | 'absent' | 'early' | 'different' | 'stale' | 'contradicted' | 'unreachable'

/** Milliseconds after which a blockchain transaction that no node knows counts as never sent. */
const unheardMs = 86_400_000

/**
 * Decides a later check of a blockchain transaction that an operator recorded as payment. `absentSince`: result of
 * `nextAbsentSince` for earlier checks. Returns null if undecided, which means another check.
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
 * Start of the current series of checks in which no node knew the blockchain transaction. A check without answers
 * continues the series. A check that finds the transaction ends it (null).
 */
export function nextAbsentSince(finding: PaymentFinding, absentSince: Date | null, now: Date): Date | null {
  if (finding === 'unreachable') return absentSince
  return finding === 'absent' ? (absentSince ?? now) : null
}

/**
 * Statement of one node about a blockchain transaction. `paid` ignores confirmations. `early`: the node does not know
 * the transaction's block.
 */
export type NodeStatement = 'paid' | 'absent' | 'early' | 'different' | 'stale'

/**
 * Combines the statements of all nodes that answered, if none of them is `paid`. A node that does not know the
 * transaction does not contradict a node that shows it. Fewer than `needed` equal statements of nodes that show it give
 * `early`.
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
