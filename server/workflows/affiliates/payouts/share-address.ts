import { lockAffiliate, setSharedAddress } from '#server/modules/affiliates/affiliates.queries.ts'
import { addressKey, isSharedAddress } from '#server/modules/payouts/payouts.rules.ts'
import { listHolders } from '#server/modules/payouts/payouts.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'

async function decide(tx: Transaction, named: string, reason: string, isAllowed: boolean) {
  const key = addressKey(named.trim())
  // Locks affiliates in the order of ids, to prevent deadlocks. An affiliate who starts to use the wallet address
  // meanwhile needs a new decision.
  const ids = (await listHolders(tx, [key])).map(({ userId }) => userId).toSorted()
  for (const id of ids) await lockAffiliate(tx, id)
  const holders = (await listHolders(tx, [key])).filter(({ userId }) => ids.includes(userId))
  if (holders.length < 2) return refuse('NotFound', 'payout.addressNotShared')
  if (holders.every((each) => each.isAllowed === isAllowed))
    return refuse('NotPossible', isAllowed ? 'payout.addressAllowed' : 'payout.addressHeld')
  await setSharedAddress(
    tx,
    holders.map(({ userId }) => userId),
    isAllowed ? key : null,
  )
  const affiliates = holders.map(({ uid }) => uid)
  const after = holders.map((each) => ({ ...each, isAllowed }))
  const held = after.filter(({ userId }) => isSharedAddress(after, userId)).map(({ uid }) => uid)
  // Keeps the wallet address, which is personal data, out of the audit log. The audit row names the affiliates instead.
  const output = { address: named.trim(), affiliates: isAllowed ? affiliates : held }
  return done(output, `affiliate ${affiliates[0]}`, { reason, affiliates, isAllowed })
}

export const allowAddress: Act<'payouts.allow-address'> = (tx, { address, reason }) => decide(tx, address, reason, true)
export const holdAddress: Act<'payouts.hold-address'> = (tx, { address, reason }) => decide(tx, address, reason, false)
