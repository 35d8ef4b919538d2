import type { Output } from '#shared/contract/call.ts'
import type { securityCalls } from '#shared/contract/security.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { listChangesOf } from '#server/modules/account-changes/account-changes.queries.ts'
import {
  findNewsSince,
  findProfile,
  listFormerIdentifiers,
  wantsReminders,
} from '#server/modules/accounts/accounts.queries.ts'
import { findBlock } from '#server/modules/accounts/blocks.service.ts'
import { findAffiliate, findGreetingName, listCampaigns } from '#server/modules/affiliates/affiliates.queries.ts'
import { listApplications } from '#server/modules/affiliates/applications.queries.ts'
import { listGiven } from '#server/modules/benefits/benefits.queries.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { listEarlierOrders } from '#server/modules/imports/imports.service.ts'
import { findOrigin } from '#server/modules/marketing/marketing.queries.ts'
import { listGrants } from '#server/modules/membership/membership.queries.ts'
import { noteOf } from '#server/modules/membership/standstill.rules.ts'
import { listOrders, type Order } from '#server/modules/orders/orders.queries.ts'
import { listTold } from '#server/modules/outbox/outbox.queries.ts'
import { listPasskeys } from '#server/modules/passkeys/passkeys.queries.ts'
import { listNotifications } from '#server/modules/payments/notification-bodies.queries.ts'
import { findReferral, findTotals } from '#server/modules/referrals/referrals.queries.ts'
import { listFindingsOf } from '#server/modules/risk/events.queries.ts'
import { listSignalsOf } from '#server/modules/risk/signals.queries.ts'
import { isTotpOn } from '#server/modules/second-factors/second-factors.service.ts'
import { countRecoveryCodes } from '#server/modules/second-factors/second-factors.queries.ts'
import { listSessions } from '#server/modules/sessions/sessions.queries.ts'
import { listSignIns } from '#server/modules/sessions/sign-in-events.service.ts'
import { listPayoutLines } from '#server/modules/payouts/payouts.queries.ts'
import { listThread } from '#server/modules/support/support.service.ts'
import { listUsage } from '#server/modules/tunnels/usage.queries.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { lastId } from '#server/workflows/affiliates/describe-invites.ts'
import { presentTrial, readTrial } from '#server/workflows/membership/claim-trial.ts'
import { exportGroups } from '#server/workflows/groups/export-groups.ts'
import { countTry } from '#server/modules/limits/limits.service.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'

type ExportDeps = { readonly database: Database; readonly keyring: Keyring }
type Export = Output<(typeof securityCalls)['/api/user/user_export_data']>

const howToGetPictures: Readonly<Record<Language, string>> = {
  en: 'The pictures that you sent to support are named above by their ids. Each can be opened and saved in the conversation with support in your account.',
  'zh-CN': '你发给客服的图片在上文以编号列出。每张都可在账户里与客服的对话中打开并保存。',
}

export async function exportData(
  { database, keyring }: ExportDeps,
  userId: string,
  language: Language,
): Promise<Export> {
  return database.transaction((tx) => collectData(tx, keyring, userId, language))
}

export async function collectData(
  tx: Transaction,
  keyring: Keyring,
  userId: string,
  language: Language,
): Promise<Export> {
  const profile = await findProfile(tx, userId)
  if (!profile) throw new AppError('Unauthorized')
  const { uid, accountName, email, phone, inviteCode } = profile
  const grants = await listGrants(tx, userId)
  const orders = await listAllOrders(tx, userId)
  const block = await findBlock(tx, userId)
  return {
    exportedAt: tx.now.getTime(),
    account: {
      uid,
      accountName,
      email,
      phone,
      language: profile.language,
      registeredAt: profile.createdAt.getTime(),
      inviteCode,
      former: (await listFormerIdentifiers(tx, userId)).map(({ value, replacedAt }) => ({
        value,
        until: replacedAt.getTime(),
      })),
      wantsReminders: await wantsReminders(tx, userId),
      newsSince: (await findNewsSince(tx, userId))?.getTime() ?? null,
      block: block && { since: block.blockedAt.getTime(), told: block.told },
    },
    messages: (await listTold(tx, userId, 5_000)).map(({ template, at, state }) => ({
      kind: template,
      at: at.getTime(),
      state,
    })),
    support: (await listThread(tx, keyring, userId, null, 5_000)).map(({ from, at, text, images }) => ({
      from,
      at: at.getTime(),
      text,
      images: images.map(({ id }) => id),
    })),
    pictures: howToGetPictures[language],
    membership: {
      expiresAt: grants.at(-1)?.expiresAt.getTime() ?? null,
      entries: grants.map((grant) => ({
        source: grant.source,
        at: grant.grantedAt.getTime(),
        seconds: grant.seconds,
        expiresAt: grant.expiresAt.getTime(),
        note: noteOf(grant, language),
      })),
      trial: presentTrial(await readTrial(tx, userId, tx.now)),
    },
    orders: orders.map((order) => presentOrder(order, language)),
    earlierOrders: (await listEarlierOrders(tx, userId, 5_000)).map(
      ({ number, plan, period, amountMinor, status, orderedAt, paidAt }) => ({
        number,
        plan,
        period,
        amountMinor,
        status,
        date: orderedAt.getTime(),
        paidAt: paidAt?.getTime() ?? null,
      }),
    ),
    paymentNotices: await exportNotices(tx, orders),
    devices: (await listDevices(tx, userId)).map(({ deviceId, os, osVersion, name, registeredAt, lastUsedAt }) => ({
      deviceId,
      os,
      osVersion,
      name,
      registeredAt: registeredAt.getTime(),
      lastUsedAt: lastUsedAt.getTime(),
    })),
    traffic: (await listUsage(tx, userId)).map(({ day, up, down }) => ({
      day: day.toISOString().slice(0, 10),
      up,
      down,
    })),
    sessions: (await listSessions(tx, userId)).map(
      ({ platform, deviceId, browser, system, createdAt, lastSeenAt }) => ({
        platform,
        deviceId,
        browser,
        system,
        startedAt: createdAt.getTime(),
        lastSeenAt: lastSeenAt.getTime(),
      }),
    ),
    groups: await exportGroups(tx, userId, language),
    signIns: (await listSignIns(tx, userId)).map(({ at, ...signIn }) => ({ ...signIn, at: at.getTime() })),
    inviting: await exportInviting(tx, userId),
    benefits: (await listGiven(tx, userId)).map(({ assignedAt, ...given }) => ({
      ...given,
      assignedAt: assignedAt?.getTime() ?? null,
    })),
    accountChanges: (await listChangesOf(tx, userId, 5_000)).map(
      ({ kind, before, after, askedAt, dueAt, confirmedAt, endedAt, state }) => ({
        kind,
        before,
        after,
        askedAt: askedAt.getTime(),
        dueAt: dueAt.getTime(),
        confirmedAt: confirmedAt?.getTime() ?? null,
        state,
        endedAt: endedAt?.getTime() ?? null,
      }),
    ),
    signals: (await listSignalsOf(tx, userId)).map(({ kind, goneAt }) => ({
      kind,
      goneAt: goneAt?.getTime() ?? null,
    })),
    findings: (await listFindingsOf(tx, userId, 5_000)).map(({ rule, at, state, decidedAt }) => ({
      rule,
      at: at.getTime(),
      state,
      decidedAt: decidedAt?.getTime() ?? null,
    })),
    security: {
      totp: await isTotpOn(tx, userId),
      recoveryCodesLeft: (await countRecoveryCodes(tx, userId)).left,
      passkeys: (await listPasskeys(tx, userId)).map(({ name, createdAt }) => ({
        name,
        createdAt: createdAt.getTime(),
      })),
    },
  }
}

async function exportInviting(tx: Transaction, userId: string): Promise<Export['inviting']> {
  const origin = await findOrigin(tx, userId)
  const clicks = origin ? [origin.gclid, origin.wbraid, origin.gbraid, origin.vid] : []
  return {
    broughtAt: (await findReferral(tx, userId))?.referredAt.getTime() ?? null,
    invited: (await findTotals(tx, userId))?.invited ?? 0,
    click: origin ? { at: origin.at.getTime(), values: clicks.filter((value) => value !== null) } : null,
    applications: (await listApplications(tx, userId)).map(
      ({ appliedAt, channel, audience, message, contact, state, reason }) => ({
        at: appliedAt.getTime(),
        channel,
        audience,
        message,
        contact,
        state,
        reason,
      }),
    ),
    payoutAddress: (await findAffiliate(tx, userId))?.payoutAddress ?? null,
    greetingName: (await findGreetingName(tx, userId))?.name ?? null,
    links: (await listCampaigns(tx, userId)).map(({ slug, name, destination }) => ({ slug, name, destination })),
    settlements: (await listPayoutLines(tx, userId, lastId, 5_000)).map(
      ({ period, amountMinor, state, address, transactionHash }) => ({
        period: period.slice(0, 7),
        amountMinor,
        currency: 'USD',
        state,
        address,
        transactionHash,
      }),
    ),
  }
}

async function exportNotices(tx: Transaction, orders: readonly Order[]): Promise<Export['paymentNotices']> {
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  const notices = await listNotifications(tx, [...numbers.keys()])
  return notices.map(({ orderId, provider, receivedAt, isKept }) => ({
    orderNumber: numbers.get(orderId) ?? '',
    provider,
    at: receivedAt.getTime(),
    isKept,
  }))
}

const pageSize = 500

async function listAllOrders(tx: Transaction, userId: string): Promise<Order[]> {
  const orders: Order[] = []
  for (;;) {
    const page = await listOrders(tx, userId, orders.at(-1)?.createdAt ?? null, pageSize)
    orders.push(...page)
    if (page.length < pageSize) return orders
  }
}

const presentOrder = (order: Order, language: Language) => ({
  number: order.number,
  date: order.createdAt.getTime(),
  productName: order.productNames[language],
  amountMinor: order.totalMinor,
  currency: order.currency,
  method: order.method,
  status: order.status,
  paidAt: order.paidAt?.getTime() ?? null,
})

export async function downloadData(
  { database, digest, keyring }: Pick<IdentityDeps, 'database' | 'digest' | 'keyring'>,
  userId: string,
  language: Language,
): ReturnType<typeof exportData> {
  await countTry(database, digest, 'export-account', userId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new AppError('ExportsSpent', {}, { retryAfterSeconds: error.retryAfterSeconds })
  })
  return exportData({ database, keyring }, userId, language)
}
