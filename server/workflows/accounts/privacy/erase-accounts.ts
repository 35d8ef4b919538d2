import { exportColumns } from '#shared/contract/operator/export-columns.ts'
import { eraseAccount } from '#server/modules/accounts/nameless-account.ts'
import { forgetChangesOf } from '#server/modules/account-changes/account-changes.queries.ts'
import { listIdentifiers, listUids, setNews } from '#server/modules/accounts/accounts.queries.ts'
import { forgetNotes } from '#server/modules/notes/notes.queries.ts'
import { forgetBlock } from '#server/modules/accounts/blocks.service.ts'
import { lockAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { forgetAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { withdrawAllOf } from '#server/modules/benefits/benefits.queries.ts'
import { lockNextDue, markErased, postponeErasure } from '#server/modules/accounts/deletion.service.ts'
import { forgetDeviceSecret } from '#server/modules/device-accounts/device-accounts.service.ts'
import { forgetDevices } from '#server/modules/devices/devices.queries.ts'
import { forgetExportsWith } from '#server/modules/exports/exports.service.ts'
import { forgetOrigin } from '#server/modules/marketing/marketing.queries.ts'
import { lockMembership } from '#server/modules/membership/membership.queries.ts'
import { forgetMailingsOf } from '#server/modules/mailings/mailings.queries.ts'
import { forgetMessagesOf } from '#server/modules/outbox/outbox.queries.ts'
import { forgetPasskeys } from '#server/modules/passkeys/passkeys.queries.ts'
import { hasOpenPayout } from '#server/modules/payouts/payouts.queries.ts'
import { findOrderLabels } from '#server/modules/orders/orders.service.ts'
import { listOrderIds } from '#server/modules/orders/orders.queries.ts'
import { destroyBodies } from '#server/modules/payments/notification-bodies.queries.ts'
import { forgetBuyerNames } from '#server/modules/receipts/receipts.queries.ts'
import { forgetSignalsOf } from '#server/modules/risk/signals.queries.ts'
import { keepFormerPayers } from '#server/modules/referrals/former-payers.queries.ts'
import { forgetPayers } from '#server/modules/referrals/ties.queries.ts'
import { forgetFactors } from '#server/modules/second-factors/second-factors.service.ts'
import { forgetSessions } from '#server/modules/sessions/device-sessions.ts'
import { forgetSignInsOf } from '#server/modules/sessions/sign-in-events.queries.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import { forgetThreadsOf } from '#server/modules/support/support.queries.ts'
import { forgetOldLinks } from '#server/modules/tunnels/old-links.service.ts'
import { forgetImportsOf } from '#server/modules/imports/imports.service.ts'
import { forgetUsageOf } from '#server/modules/tunnels/usage.queries.ts'
import { forgetTrialOwner } from '#server/modules/trial/trial.service.ts'
import { forgetAnswersOf } from '#server/modules/webhooks/deliveries.queries.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { eraseEvidence } from './erase-evidence.ts'

const personalColumns = Object.values(exportColumns).flatMap(({ personal }) => [...personal])

/**
 * Erases all accounts whose grace period is over, and returns their number. Orders, payments and membership grants
 * stay, with the user id as a pseudonym.
 */
export async function eraseDueAccounts(database: Database, keyring: Keyring): Promise<number> {
  for (let erased = 0; ;) {
    const found = await database.transaction((tx) => eraseNextDue(tx, keyring))
    if (found === null) return erased
    if (found === 'erased') erased++
  }
}

/**
 * Erases the next due account. Postpones the erasure while a payout to the account is open, because its wallet address
 * is still needed. Returns null if no account is due.
 */
export async function eraseNextDue(tx: Transaction, keyring: Keyring): Promise<'erased' | 'postponed' | null> {
  const userId = await lockNextDue(tx)
  if (!userId) return null
  // Locks the membership before the account, in the same order as membership grants do, to prevent deadlocks.
  await lockMembership(tx, userId)
  // Locking the affiliate prevents a new payout until this transaction ends.
  await lockAffiliate(tx, userId)
  if (await hasOpenPayout(tx, userId)) {
    await postponeErasure(tx, userId)
    return 'postponed'
  }
  const orderIds = await listOrderIds(tx, userId)
  const uid = (await listUids(tx, [userId]))[0]?.uid ?? 0
  const orders = (await findOrderLabels(tx, orderIds)).map(({ number }) => number)
  await eraseEvidence(tx, keyring, { userId, uid, orders })
  // Deleting sessions also deletes their login codes.
  await forgetSessions(tx, userId)
  await forgetSignInsOf(tx, userId)
  await forgetSteps(tx, userId)
  await forgetDevices(tx, userId)
  await forgetTrialOwner(tx, userId)
  await forgetDeviceSecret(tx, userId)
  await forgetFactors(tx, userId)
  await forgetPasskeys(tx, userId)
  await forgetAffiliate(tx, userId)
  await forgetOrigin(tx, userId)
  await forgetMessagesOf(tx, userId)
  await forgetMailingsOf(tx, userId)
  await forgetAnswersOf(tx, userId)
  await setNews(tx, userId, false)
  await forgetThreadsOf(tx, userId)
  await keepFormerPayers(tx, userId)
  await forgetPayers(tx, userId)
  await forgetSignalsOf(tx, userId)
  await forgetNotes(tx, [`user ${uid}`, ...orders.map((number) => `order ${number}`)])
  await forgetChangesOf(tx, userId)
  await destroyBodies(tx, orderIds)
  await forgetBuyerNames(tx, orderIds)
  // Withdraws the partner accounts that the user had as benefits instead of reusing them, because their former holder
  // knows the passwords.
  await withdrawAllOf(tx, userId)
  await forgetUsageOf(tx, userId)
  await forgetOldLinks(tx, userId)
  const emails = (await listIdentifiers(tx, userId)).filter(({ kind }) => kind === 'email')
  await forgetImportsOf(
    tx,
    userId,
    emails.map(({ lookupKey }) => lookupKey),
  )
  await forgetBlock(tx, userId)
  await eraseAccount(tx, userId)
  await markErased(tx, userId)
  await forgetExportsWith(tx, personalColumns)
  return 'erased'
}
