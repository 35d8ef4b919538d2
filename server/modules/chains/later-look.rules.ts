/**
 * What a look for a payment came to. `absent`: no node that answers knows such a transaction (yet). `early`: it is not deep
 * enough, or too few nodes answered. `different`: it failed, or paid something else. `stale`: it was made before.
 * `contradicted`: nodes say different things. `unreachable`: no node answers.
 */
export type PaymentFinding = 'paid' | 'absent' | 'early' | 'different' | 'stale' | 'contradicted' | 'unreachable'

/** A transaction that no node has heard of for so long was never sent. */
const unheardMs = 86_400_000

/**
 * What a later look at money that an operator recorded as sent decides. `absentSince`: what `nextAbsentSince` made of the
 * looks before. Null: no one can say yet, it is looked up again.
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
 * Since when no node has known it: the first of the looks in a row that said so. A look that no one answered says nothing;
 * one at which a node showed the transaction ends the row (null).
 */
export function nextAbsentSince(finding: PaymentFinding, absentSince: Date | null, now: Date): Date | null {
  if (finding === 'unreachable') return absentSince
  return finding === 'absent' ? (absentSince ?? now) : null
}

/** What one node says about the transaction; `paid`: by what it shows, its depth aside. `early`: it does not know its block. */
export type NodeStatement = 'paid' | 'absent' | 'early' | 'different' | 'stale'

/**
 * What nodes say together that do not show the payment: `statements` of all that answered, none of them `paid`. No one's
 * ignorance counts against one that shows the transaction; that it was something else, `needed` of them must say alike.
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
