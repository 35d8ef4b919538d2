import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { readWalletAddress } from '#shared/typed-code.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { listAddresses } from '#server/modules/accounts/accounts.service.ts'
import {
  addCampaign,
  editCampaign,
  checkApplication,
  openApplication,
  type ApplicationForm,
} from '#server/modules/affiliates/affiliates.service.ts'
import { findAffiliate, lockAffiliate, setPayout } from '#server/modules/affiliates/affiliates.queries.ts'
import { payoutRestHours, type Destination, type PayoutChain } from '#server/modules/affiliates/affiliates.rules.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { countTry } from '#server/modules/limits/limits.service.ts'
import { queueMessage, notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { notePayout } from '#server/modules/risk/signals.queries.ts'
import { payoutSignal } from '#server/modules/risk/make-signals.ts'
import { parseAddress } from '#shared/chain-address.ts'
import type { CryptoConfig } from '#server/platform/crypto-config.ts'
import { isTokenContract } from '#shared/token-contracts.ts'
import type { SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'
import { confirmIdentity, type Proof } from '#server/workflows/accounts/checks/confirm-identity.ts'
import { presentLink } from './describe-affiliate.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'

export async function applyAsAffiliate(
  { database, digest }: Pick<IdentityDeps, 'database' | 'digest'>,
  userId: string,
  form: ApplicationForm,
): Promise<void> {
  checkApplication(form)
  await countTry(database, digest, 'application-account', userId)
  await database.transaction(async (tx) => {
    const { affiliateTerms } = await readSettings(tx)
    await openApplication(tx, userId, form, affiliateTerms.version)
  })
}

export async function makeCampaign(
  { database }: Pick<IdentityDeps, 'database'>,
  { userId, publicOrigin }: { userId: string; publicOrigin: string },
  campaign: { name: string; slug: string; destination?: Destination },
) {
  const profile = await findProfile(database, userId)
  if (!profile) throw new AppError('Unauthorized')
  const made = await database.transaction((tx) => addCampaign(tx, userId, campaign))
  return presentLink(made, profile.inviteCode, publicOrigin)
}

export async function changeLink(
  { database }: Pick<IdentityDeps, 'database'>,
  { userId, publicOrigin }: { userId: string; publicOrigin: string },
  { id, ...edit }: { id: string } & Parameters<typeof editCampaign>[3],
) {
  const profile = await findProfile(database, userId)
  if (!profile) throw new AppError('Unauthorized')
  const changed = await database.transaction((tx) => editCampaign(tx, userId, id, edit))
  return presentLink(changed, profile.inviteCode, publicOrigin)
}

/**
 * Sets the payout wallet address and notifies the owner at all email addresses and phone numbers. Requires the
 * password, and the second factor if enabled, so that access to an unlocked screen is not enough.
 */
export async function setPayoutAddress(
  deps: IdentityDeps,
  who: SignedInCaller & { readonly language: Language; readonly crypto: CryptoConfig | null },
  { chain, address, ...proof }: Proof & { chain: PayoutChain; address: string },
): Promise<void> {
  const typed = readWalletAddress(address)
  const parsed = parseAddress(chain === 'tron' ? 'tron' : 'evm', typed)
  const fault = parsed === null ? 'PayoutAddressInvalid' : 'PayoutAddressIsToken'
  refuseFields({ address: parsed && !isTokenContract(parsed, who.crypto) ? null : fault })
  if ((await findAffiliate(deps.database, who.userId))?.state !== 'approved') throw new AppError('NotAnAffiliate')
  await confirmIdentity(deps, who, proof)
  await deps.database.transaction(async (tx) => {
    const before = await lockAffiliate(tx, who.userId)
    const isChanged = await setPayout(tx, who.userId, { chain, address: typed, restHours: payoutRestHours })
    if (isChanged === 0) return
    await notePayout(tx, who.userId, payoutSignal(deps.digest, typed).digest)
    const after = await lockAffiliate(tx, who.userId)
    const at = tx.now.toISOString()
    const facts = {
      at,
      before: before?.payoutAddress?.slice(-4) ?? null,
      after: typed.slice(-4),
      chain,
      restsUntil: after?.payoutRestsUntil?.toISOString() ?? at,
    }
    await notifyPeople(tx, [{ userId: who.userId, event: `payout-address:${at}`, template: 'payout-changed', facts }])
    // The mail contains the new payout wallet address; an SMS only says that it changed.
    for (const { kind, value } of await listAddresses(tx, who.userId))
      if (kind === 'phone' && deps.reaches(kind, value))
        await queueMessage(
          tx,
          deps.keyring,
          { channel: 'sms', template: 'payout-address', usefulUntil: null },
          { to: value, language: who.language, code: null },
        )
  })
  deps.nudgeJobs()
}
