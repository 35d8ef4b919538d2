import { money } from '#shared/money.ts'
import { approvePayouts, openBatch } from '#server/modules/payouts/payouts.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { lockPayoutsWithAffiliates, PayoutRefused } from './lock-payout.ts'
import { destinationOf, faultText, findApprovalFault } from './manage-payouts.ts'
import { sentence } from '#text/sentence.ts'

const pair = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})=(\S+)$/

/**
 * Approves the payouts on a list that have no faults; they form a batch for one transfer file. Returns every payout of
 * the list, with its fault if it was not approved. Refuses a list without any payout to approve.
 */
export const approveBatch: Act<'payouts.approve-batch'> = async (tx, { payouts: named }, operator) => {
  const wanted = named.map((each) => pair.exec(each.trim()))
  const addresses = new Map(wanted.flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? ''] as const] : [])))
  if (wanted.includes(null) || addresses.size !== named.length) return refuse('InvalidInput', 'payout.badList')
  const held = await lockPayoutsWithAffiliates(tx, [...addresses.keys()])
  if (held.length < addresses.size) return refuse('NotFound', 'payout.oneUnknown')
  const lines = held.map((each) => ({
    each,
    why: findApprovalFault(each, addresses.get(each.payout.id) ?? '', operator),
  }))
  const free = lines.flatMap(({ each, why }) => (why === null ? [each] : []))
  const [first] = lines
  if (free.length === 0 && first?.why)
    return refuse('NotPossible', sentence('payout.noneApprovable', { fault: faultText(first.each, first.why) }))
  const amountMinor = free.reduce((sum, { payout }) => sum + payout.amountMinor, 0)
  const batch = await openBatch(tx, { by: operator, payouts: free.length, amountMinor })
  if (!(await approvePayouts(tx, free.map(destinationOf), operator, batch)))
    throw new PayoutRefused('payout.justDecided')
  const chains = Map.groupBy(free, (each) => destinationOf(each).chain)
  const output = {
    batch,
    payouts: free.length,
    amount: money(amountMinor, 'USD'),
    sums: [...chains].map(([chain, of]) => ({
      chain,
      token: 'USDT',
      payouts: of.length,
      amount: money(
        of.reduce((sum, { payout }) => sum + payout.amountMinor, 0),
        'USD',
      ),
    })),
    lines: lines.map(({ each, why }) => ({
      period: each.payout.period.slice(0, 7),
      amount: money(each.payout.amountMinor, 'USD'),
      ...destinationOf(each),
      why,
    })),
  }
  const details = {
    amountMinor,
    payouts: free.map(({ payout: { id, amountMinor: each }, affiliate }) => ({
      id,
      chain: affiliate.payoutChain,
      amountMinor: each,
    })),
  }
  return done(output, `payout batch ${batch}`, details)
}
