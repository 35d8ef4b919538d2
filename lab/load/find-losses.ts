import type pg from 'pg'
import type { Taken } from './gateway-messages.ts'

/**
 * Compares the shop's records with the money taken by the simulated gateways: each payment must have one payment fact,
 * one ledger posting and one grant of a paid order, and no other payment may be recorded. Returns one message per
 * difference.
 */
export async function findLosses(client: pg.ClientBase, taken: readonly Taken[]): Promise<string[]> {
  const { rows } = await client.query<{
    provider: string
    number: string
    status: string | null
    facts: number
    postings: number
    grants: number
  }>(
    `select p.provider, p.number, o.status,
       (select count(*)::int from payment_facts f where f.attempt_id = p.number and f.kind = 'paid' and right(f.provider_txn_id, length(p.txn)) = p.txn
         and f.amount_minor = p.paid) as facts,
       (select count(*)::int from ledger_postings l where l.order_id = o.id and l.source = 'payment'
         and l.debit = 'clearing:' || p.provider and l.amount_minor = p.paid) as postings,
       (select count(*)::int from membership_grants g where g.user_id = o.user_id and g.source = 'order' and split_part(g.source_id, ':', 1) = o.id::text
         and g.reverses is null) as grants
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) p (provider, number, txn, paid)
       left join payment_attempts a on a.id = p.number left join orders o on o.id = a.order_id`,
    [
      taken.map(({ provider }) => provider),
      taken.map(({ number }) => number),
      taken.map(({ txn }) => txn),
      taken.map(({ paidMinor }) => paidMinor),
    ],
  )
  const wrong = rows.filter(
    ({ status, facts, postings, grants }) => status !== 'paid' || facts !== 1 || postings !== 1 || grants !== 1,
  )
  const sentences = wrong.map(
    ({ provider, number, status, facts, postings, grants }) =>
      `${provider} took money for ${number}: its order is ${status ?? 'unknown'}, with ${facts} facts, ${postings} postings, ${grants} grants`,
  )
  const { rows: booked } = await client.query<{ n: number }>(
    `select count(*)::int as n from ledger_postings where source = 'payment'`,
  )
  if (booked[0]?.n !== taken.length) sentences.push(`${booked[0]?.n} payments are booked, ${taken.length} were made`)
  return sentences
}
