import type { affiliateActions } from '#shared/contract/operator/affiliates.ts'
import type { payoutActions, termsActions } from '#shared/contract/operator/payouts.ts'
import { money } from '#shared/money.ts'
import {
  findAffiliate,
  findGreetingName,
  listAffiliates,
  listCampaigns,
} from '#server/modules/affiliates/affiliates.queries.ts'
import { stateOf } from '#server/modules/payouts/commissions.rules.ts'
import { listLines } from '#server/modules/payouts/commissions.service.ts'
import { refuse } from '#server/platform/act.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { listPendingApplications } from '#server/modules/affiliates/applications.queries.ts'
import { listTerms } from '#server/modules/catalog/catalog.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listHeld } from '#server/modules/referrals/referrals.queries.ts'
import { netMinor } from '#server/modules/payouts/payouts.rules.ts'
import { createCancellation } from '#server/workflows/affiliates/payouts/cancel-payout.ts'
import { createPayoutCheck, createPayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import {
  approveApplicant,
  clearNameOfAffiliate,
  holdCommission,
  refuseReferral,
  reopenReferral,
  rejectApplicant,
  releaseCommission,
  releaseReferral,
  resumeAffiliate,
  keptTier,
  setAffiliateTier,
  suspendAffiliate,
  voidCommission,
} from '#server/workflows/affiliates/manage-affiliates.ts'
import { correctInviter } from '#server/workflows/affiliates/correct-referral.ts'
import { openChainsIfAny } from '#server/workflows/crypto/manage-crypto.ts'
import { listBatches } from '#server/modules/payouts/batches.queries.ts'
import { reserveLeft } from '#server/modules/payouts/reserves.rules.ts'
import { approveBatch } from '#server/workflows/affiliates/payouts/approve-batch.ts'
import { approvePayoutOf } from '#server/workflows/affiliates/payouts/manage-payouts.ts'
import { checkPayoutFile, makePayoutFile } from '#server/workflows/affiliates/payouts/payout-file.ts'
import { createBatchRecord } from '#server/workflows/affiliates/payouts/record-batch.ts'
import { createPayoutRecord } from '#server/workflows/affiliates/payouts/record-payout.ts'
import { countStages, payoutStateText, readPayouts } from '#server/workflows/affiliates/payouts/read-payouts.ts'
import { setMonthZone } from '#server/workflows/affiliates/payouts/set-zone.ts'
import { allowAddress, holdAddress } from '#server/workflows/affiliates/payouts/share-address.ts'
import { payoutPreparation } from '#server/workflows/affiliates/payouts/prepare-payouts.ts'
import { keptTerms, publishAffiliateTerms } from '#server/workflows/catalog/publish-terms.ts'
import type { HandlersOf } from '../handler.ts'
import { found, lastId, page, momentText } from '../page.ts'
import { sentence } from '#text/sentence.ts'

const pageSize = 200

export const affiliateHandlers: HandlersOf<typeof affiliateActions> = {
  'affiliates.applications': async (database, { after = null }, { role }) =>
    page(
      await listPendingApplications(database, after, pageSize),
      pageSize,
      ({ uid }) => uid,
      ({ uid, appliedAt, channel, audience, contact, message }) => ({
        uid,
        at: appliedAt,
        channel,
        audience,
        contact: role === 'viewer' ? null : contact,
        message,
      }),
    ),
  'affiliates.approve': approveApplicant,
  'affiliates.reject': rejectApplicant,
  'affiliates.list': async (database, { after = null }) =>
    page(
      await listAffiliates(database, after, pageSize),
      pageSize,
      ({ uid }) => uid,
      (row) => row,
    ),
  async 'affiliates.show'(database, { user }) {
    const { id, uid } = await requireUser(database, user)
    const affiliate = await findAffiliate(database, id)
    if (!affiliate) return refuse('NotFound', sentence('affiliate.unknown', { uid }))
    const { state, tier, since } = affiliate
    const greeting = (await findGreetingName(database, id))?.name ?? null
    const campaigns = (await listCampaigns(database, id)).map(({ slug, name, destination, isArchived }) => ({
      link: slug,
      name,
      leadsTo: destination,
      archived: isArchived,
    }))
    return found({ uid, state, tier, since, greeting, campaigns })
  },
  'affiliates.clear-name': clearNameOfAffiliate,
  'affiliates.suspend': suspendAffiliate,
  'affiliates.resume': resumeAffiliate,
  'affiliates.set-tier': { kept: keptTier, act: setAffiliateTier },
  async 'commissions.list'(database, { user, state = null, after = lastId }) {
    const { id, uid } = await requireUser(database, user)
    if (!(await findAffiliate(database, id))) return refuse('NotFound', sentence('affiliate.unknown', { uid }))
    const filter = { state, type: null, campaignId: null, from: null, to: null }
    return page(
      await listLines(database, id, filter, after, pageSize),
      pageSize,
      (line) => line.id,
      (line) => ({
        id: line.id,
        booked: line.bookedAt,
        order: line.orderNumber,
        buyer: line.uid === null ? 'erased' : String(line.uid),
        type: line.reverses === null ? line.type : 'taken back',
        rate: `${line.rateBps / 100} %`,
        amount: money(line.amountMinor, 'USD'),
        state: stateOf(line, line.now),
        heldUntil: line.heldUntil,
        reserve: money(reserveLeft(line), 'USD'),
        reserveUntil: line.reserveUntil,
        review: line.reviewReason,
        settlement: line.settlementId,
      }),
    )
  },
  'commissions.hold': holdCommission,
  'commissions.release': releaseCommission,
  'commissions.void': voidCommission,
  'referrals.held': async (database, { after = null }) =>
    page(
      await listHeld(database, after, pageSize),
      pageSize,
      ({ uid }) => uid,
      ({ uid, inviterUid, reason, referredAt }) => ({ uid, inviter: inviterUid, reason, since: referredAt }),
    ),
  'referrals.release': releaseReferral,
  'referrals.refuse': refuseReferral,
  'referrals.reopen': reopenReferral,
  'referrals.correct': correctInviter,
}

export const payoutHandlers: HandlersOf<typeof payoutActions> = {
  'payouts.stages': async (database) => found({ stages: await countStages(database) }),
  async 'payouts.list'(database, { stage = null, after }, operator) {
    const { rows, next } = await readPayouts(database, { stage, after, limit: pageSize }, operator)
    return found({
      next,
      items: rows.map((each) => ({
        id: each.id,
        affiliate: each.uid,
        period: each.period.slice(0, 7),
        amount: money(each.amountMinor, 'USD'),
        net: money(netMinor(each), 'USD'),
        toReserve: money(each.reserveKeptMinor, 'USD'),
        fromReserve: money(each.reservePaidMinor, 'USD'),
        state: payoutStateText(each),
        prepared: `${each.preparedBy}, ${momentText(each.preparedAt)}`,
        chain: each.chain ?? each.payoutChain ?? sentence('payout.noChain'),
        address: each.address ?? each.payoutAddress ?? '',
        whyNot: each.whyNot,
        restsUntil: each.fault === 'payout_address_fresh' ? each.payoutRestsUntil : null,
        file: each.fileName,
        files: [...each.fileNames],
      })),
    })
  },
  'payouts.batches': async (database, { after = lastId }) =>
    page(
      await listBatches(database, after, pageSize),
      pageSize,
      ({ id }) => id,
      ({ id, approvedBy, approvedAt, payouts, amountMinor, open, openMinor, files }) => ({
        id,
        approved: `${approvedBy}, ${momentText(approvedAt)}`,
        payouts,
        amount: money(amountMinor, 'USD'),
        open,
        rest: money(openMinor, 'USD'),
        files,
      }),
    ),
  'payouts.approve-batch': approveBatch,
  'payouts.file': makePayoutFile,
  'payouts.check-file': checkPayoutFile,
  'payouts.paid-batch': createBatchRecord(async (deps) => createPayoutCheck(await openChainsIfAny(deps))),
  'payouts.prepare': payoutPreparation,
  'payouts.set-zone': setMonthZone,
  'payouts.approve': approvePayoutOf,
  'payouts.paid': createPayoutRecord(async (deps) => createPayoutCheck(await openChainsIfAny(deps))),
  'payouts.allow-address': allowAddress,
  'payouts.hold-address': holdAddress,
  'payouts.cancel': createCancellation(async (deps) => createPayoutSearch(await openChainsIfAny(deps))),
}

export const termsHandlers: HandlersOf<typeof termsActions> = {
  async 'terms.list'(database) {
    const versions = (await listTerms(database)).map(({ version, since, publishedBy, publishedAt }) => ({
      version,
      since,
      by: publishedBy,
      at: publishedAt,
    }))
    return found({ versions, terms: (await readSettings(database)).affiliateTerms })
  },
  'terms.publish': { kept: keptTerms, act: publishAffiliateTerms },
}
