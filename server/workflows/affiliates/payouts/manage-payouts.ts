import type { approvalFaults } from '#shared/contract/operator/payouts.ts'
import { formatMoney, money } from '#shared/money.ts'
import { approvePayouts } from '#server/modules/payouts/payouts.service.ts'
import { addressKey } from '#server/modules/payouts/payouts.rules.ts'
import { done, type Act, type Acting } from '#server/platform/act.ts'
import { parseAddress } from '#shared/chain-address.ts'
import { isTokenContract } from '#shared/token-contracts.ts'
import { lockPayoutWithAffiliate, requireState, type LockedPayout, PayoutRefused } from './lock-payout.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const dollars = (minor: number) => formatMoney(money(minor, 'USD'), 'en')

export type ApprovalFault = (typeof approvalFaults)[number]

/**
 * Reason why this operator may not approve a payout to this wallet address; null if they may. `own` (the operator
 * prepared it) comes last, so that the preparer sees all other faults. A null `operator` stands for any other operator.
 */
export function findApprovalFault(
  held: {
    readonly payout: Pick<LockedPayout['payout'], 'state' | 'preparedById'>
    readonly affiliate: Pick<LockedPayout['affiliate'], 'payoutChain' | 'payoutAddress'>
    readonly fault: LockedPayout['fault']
  },
  named: string,
  operator: Pick<Acting, 'id'> | null,
): ApprovalFault | null {
  const { state, preparedById } = held.payout
  if (state !== 'prepared') return 'not_prepared'
  if (preparedById === null) return 'no_operator'
  const { payoutChain, payoutAddress } = held.affiliate
  if (!payoutChain || !payoutAddress) return 'no_address'
  if (addressKey(payoutAddress) !== addressKey(named.trim())) return 'another_address'
  const address = parseAddress(payoutChain === 'tron' ? 'tron' : 'evm', payoutAddress)
  if (address && isTokenContract(address)) return 'token_contract'
  return held.fault ?? (preparedById === operator?.id ? 'own' : null)
}

export function faultText({ payout, affiliate, netMinor: net, sharers }: LockedPayout, fault: ApprovalFault): Sentence {
  switch (fault) {
    case 'not_prepared':
      return sentence('payout.notPrepared', { state: sentence(`state.${payout.state}`) })
    case 'no_operator':
      return sentence('payout.tooOld')
    case 'own':
      return sentence('payout.isYours')
    case 'no_address':
      return sentence('payout.noAddress')
    case 'another_address':
      return sentence('payout.addressChanged', { address: affiliate.payoutAddress ?? '' })
    case 'token_contract':
      return sentence('payout.addressIsToken', { address: affiliate.payoutAddress ?? '' })
    case 'suspended':
      return sentence('payout.affiliateSuspended')
    case 'refunded':
      return sentence('payout.owedLess', { amount: dollars(payout.amountMinor), owed: dollars(net) })
    case 'other_rows':
      return sentence('payout.commissionsDiffer')
    case 'payout_address_shared':
      return sentence('payout.sharedAddress', { affiliates: sharers.join(', ') })
    case 'payout_address_fresh':
      return sentence('payout.addressRests', {
        until: affiliate.payoutRestsUntil?.toISOString().slice(0, 16).replace('T', ' ') ?? '',
      })
  }
}

export const destinationOf = ({ payout: { id }, affiliate }: LockedPayout) => ({
  id,
  chain: affiliate.payoutChain ?? '',
  address: affiliate.payoutAddress ?? '',
})

export const approvePayoutOf: Act<'payouts.approve'> = async (tx, { id, address: named }, operator) => {
  const held = await lockPayoutWithAffiliate(tx, id)
  const fault = findApprovalFault(held, named, operator)
  if (fault !== null) throw new PayoutRefused(faultText(held, fault))
  const { amountMinor } = requireState(held.payout, 'prepared')
  const { chain, address } = destinationOf(held)
  if (!(await approvePayouts(tx, [{ id, chain, address }], operator))) throw new PayoutRefused('payout.justDecided')
  return done({ amount: money(amountMinor, 'USD'), chain, address }, `settlement ${id}`, { chain, amountMinor })
}
