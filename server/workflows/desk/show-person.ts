import type { ActionOutput } from '#shared/contract/operator.ts'
import { money } from '#shared/money.ts'
import { listIdentifiers, listUids } from '#server/modules/accounts/accounts.queries.ts'
import { listChangesOf } from '#server/modules/account-changes/account-changes.queries.ts'
import { findBlock } from '#server/modules/accounts/blocks.service.ts'
import { findDeletion } from '#server/modules/accounts/deletion.service.ts'
import { findAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { listEntriesAbout } from '#server/modules/audit/audit.queries.ts'
import { listGiven } from '#server/modules/benefits/benefits.queries.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { listSeatsOfUser } from '#server/modules/groups/groups.queries.ts'
import { listMovedOf } from '#server/modules/ledger/ledger.queries.ts'
import { sumByCurrency } from '#server/modules/ledger/revenue.rules.ts'
import { findMembership, listNewestGrants } from '#server/modules/membership/membership.queries.ts'
import { listNotes } from '#server/modules/notes/notes.queries.ts'
import { listBought } from '#server/modules/orders/find-orders.queries.ts'
import { findOrderLabels } from '#server/modules/orders/orders.service.ts'
import { listTold } from '#server/modules/outbox/outbox.queries.ts'
import { listPasskeys } from '#server/modules/passkeys/passkeys.queries.ts'
import { listRefunds } from '#server/modules/payments/payments.queries.ts'
import { listDisputedOfBuyer, listOpenReviewsOfBuyer } from '#server/modules/payments/review-queue.queries.ts'
import { stateOf } from '#server/modules/payouts/commissions.rules.ts'
import { listLines } from '#server/modules/payouts/commissions.service.ts'
import { reserveLeft } from '#server/modules/payouts/reserves.rules.ts'
import { findReferral, findTotals, listInvitations } from '#server/modules/referrals/referrals.queries.ts'
import { countRecoveryCodes } from '#server/modules/second-factors/second-factors.queries.ts'
import { isTotpOn } from '#server/modules/second-factors/second-factors.service.ts'
import { listSessions } from '#server/modules/sessions/sessions.queries.ts'
import { listSignIns } from '#server/modules/sessions/sign-in-events.service.ts'
import { listStandings } from '#server/modules/tunnels/panels/marks.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { shownName } from './find-anything.ts'
import {
  askedRows,
  cutting,
  presentAct,
  presentNote,
  presentSegments,
  presentTime,
  presentTunnel,
} from './page-parts.ts'

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const askedGrants = 200
const summedOrders = 10_000
const anyLine = { state: null, type: null, campaignId: null, from: null, to: null } as const

export async function showPerson(
  tx: Transaction,
  named: string,
  mayRead: boolean,
): Promise<ActionOutput<'people.show'>> {
  const { id, uid, inviteCode, language, createdAt } = await requireUser(tx, named)
  const subject = `user ${uid}`
  const [account, has, brings, told, notes, acts] = await Promise.all([
    readAccount(tx, id),
    readHoldings(tx, id),
    readBringing(tx, id),
    listTold(tx, id, askedRows),
    listNotes(tx, subject, askedRows),
    listEntriesAbout(tx, subject, askedRows),
  ])
  const [labels, refunds, uids] = await Promise.all([
    findOrderLabels(
      tx,
      has.grants.map(({ sourceId }) => sourceId.split('/', 1)[0] ?? ''),
    ),
    listRefunds(
      tx,
      has.orders.map((order) => order.id),
    ),
    listUids(tx, [
      ...(brings.referral ? [brings.referral.inviterId] : []),
      ...brings.invitations.map(({ userId }) => userId),
    ]),
  ])
  const numbers = new Map(labels.map((label) => [label.id.split(':', 1)[0] ?? '', label.number]))
  const uidOf = new Map(uids.map((each) => [each.id, each.uid]))
  const { cut, more } = cutting()
  if (has.moved.some(({ orders }) => orders === summedOrders)) more.push('lifetime')
  return {
    uid,
    inviteCode,
    language,
    registered: createdAt,
    memberUntil: has.membership?.expiresAt ?? null,
    yearlyUntil: has.membership?.yearlyUntil ?? null,
    maxDevices: has.membership?.maxDevices ?? 0,
    blocked: account.block?.blockedAt ?? null,
    toldReason: account.block?.told ?? null,
    timeStops: account.block?.stopsTime ?? false,
    erase: account.deletion?.eraseAt ?? null,
    erased: Boolean(account.deletion?.erasedAt),
    secondFactor: account.hasTotp,
    recoveryCodes: account.codes.left,
    broughtBy: brings.referral ? (uidOf.get(brings.referral.inviterId) ?? null) : null,
    invited: brings.totals?.invited ?? 0,
    invitedPaid: brings.totals?.paid ?? 0,
    bonusSeconds: brings.totals?.bonusSeconds ?? 0,
    affiliate: brings.affiliate ? [brings.affiliate.state, brings.affiliate.tier ?? ''].join(' ').trim() : null,
    names: account.identifiers.map((name) => ({ kind: name.kind, value: shownName(name, mayRead) })),
    passkeys: cut('passkeys', account.passkeys).map((key) => ({
      name: key.name,
      made: key.createdAt,
      used: key.lastUsedAt,
    })),
    changes: cut('changes', account.changes).map((change) => ({
      id: change.id,
      kind: change.kind,
      before: change.kind === 'factor' ? '' : shownName({ kind: change.kind, value: change.before }, mayRead),
      after: change.kind === 'factor' ? '' : shownName({ kind: change.kind, value: change.after }, mayRead),
      state: change.state,
      asked: change.askedAt,
      due: change.dueAt,
      confirmed: change.confirmedAt,
      ended: change.endedAt,
    })),
    sessions: cut('sessions', account.sessions).map((session) => ({
      id: session.id,
      platform: session.platform,
      browser: session.browser ?? '',
      system: session.system ?? '',
      started: session.createdAt,
      lastSeen: session.lastSeenAt,
    })),
    signIns: cut('signIns', account.signIns).map(({ at, platform, method, result }) => ({
      at,
      platform,
      method,
      result,
    })),
    devices: cut('devices', account.devices).map((device) => ({
      id: device.id,
      name: device.name ?? '',
      os: device.os,
      version: device.osVersion ?? '',
      since: device.registeredAt,
      used: device.lastUsedAt,
    })),
    lifetime: sumByCurrency(has.moved).map(({ currency, paidMinor, refundedMinor, lostMinor }) => ({
      paid: { amountMinor: paidMinor, currency },
      back: { amountMinor: refundedMinor, currency },
      lost: { amountMinor: lostMinor, currency },
    })),
    segments: presentSegments(
      has.grants,
      askedGrants,
      numbers,
      has.disputed.map(({ number }) => number),
    ),
    time: cut('time', has.grants).map(presentTime(numbers)),
    orders: cut('orders', has.orders).map((order) => ({
      number: order.number,
      product: order.productNames,
      total: money(order.totalMinor, order.currency),
      method: order.method,
      status: order.status,
      back: {
        amountMinor: refunds
          .filter(
            (refund) => refund.orderId === order.id && refund.status === 'done' && refund.currency === order.currency,
          )
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        currency: order.currency,
      },
      made: order.createdAt,
      paid: order.paidAt,
    })),
    reviews: cut('reviews', has.reviews).map((review) => ({
      id: review.id,
      order: review.number,
      reason: review.reason,
      since: review.openedAt,
    })),
    groups: cut('groups', has.groups).map(({ id: group, productNames, status, seat, state, expiresAt }) => ({
      group,
      product: productNames,
      status,
      seat,
      state,
      ends: expiresAt,
    })),
    invitations: cut('invitations', brings.invitations).map(({ userId, referredAt, verdict, outcome }) => ({
      user: uidOf.get(userId) ?? 0,
      at: referredAt,
      verdict,
      outcome: outcome ?? '',
    })),
    benefits: cut('benefits', has.benefits).map(({ kind, account: given, assignedAt }) => ({
      kind,
      account: mayRead ? given : '',
      since: assignedAt,
    })),
    commissions: cut('commissions', brings.commissions).map((line) => ({
      order: line.orderNumber,
      amount: money(line.amountMinor, 'USD'),
      state: stateOf(line, line.now),
      booked: line.bookedAt,
      heldUntil: line.heldUntil,
      reserve: money(reserveLeft(line), 'USD'),
      reserveUntil: line.reserveUntil,
    })),
    tunnels: has.tunnels.map(presentTunnel(mayRead)),
    told: cut('told', told).map(({ at, template, state }) => ({ at, message: template, state })),
    notes: cut('notes', notes).map(presentNote),
    acts: cut('acts', acts).map(presentAct),
    more,
  }
}

async function readAccount(tx: Transaction, id: string) {
  const [identifiers, block, deletion, hasTotp, codes, passkeys, sessions, signIns, devices, changes] =
    await Promise.all([
      listIdentifiers(tx, id),
      findBlock(tx, id),
      findDeletion(tx, id),
      isTotpOn(tx, id),
      countRecoveryCodes(tx, id),
      listPasskeys(tx, id),
      listSessions(tx, id),
      listSignIns(tx, id),
      listDevices(tx, id),
      listChangesOf(tx, id, askedRows),
    ])
  return { identifiers, block, deletion, hasTotp, codes, passkeys, sessions, signIns, devices, changes }
}

async function readHoldings(tx: Transaction, id: string) {
  const [membership, grants, orders, reviews, disputed, groups, benefits, tunnels, moved] = await Promise.all([
    findMembership(tx, id),
    listNewestGrants(tx, id, askedGrants + 1),
    listBought(tx, id, askedRows),
    listOpenReviewsOfBuyer(tx, id, askedRows),
    listDisputedOfBuyer(tx, id, askedGrants),
    listSeatsOfUser(tx, id, askedRows),
    listGiven(tx, id),
    listStandings(tx, id),
    listMovedOf(tx, id, summedOrders),
  ])
  return { membership, grants, orders, reviews, disputed, groups, benefits, tunnels, moved }
}

async function readBringing(tx: Transaction, id: string) {
  const [referral, totals, invitations, affiliate, commissions] = await Promise.all([
    findReferral(tx, id),
    findTotals(tx, id),
    listInvitations(tx, id, lastId, askedRows),
    findAffiliate(tx, id),
    listLines(tx, id, anyLine, lastId, askedRows),
  ])
  return { referral, totals, invitations, affiliate, commissions }
}
