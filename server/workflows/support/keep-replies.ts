import { findAddressee } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { findNewestPaid, listOrders, type Order } from '#server/modules/orders/orders.queries.ts'
import { listOpenReviewsOfBuyer } from '#server/modules/payments/review-queue.queries.ts'
import {
  countReplies,
  findReply,
  listReplies,
  lockReply,
  removeReply,
  saveReply,
} from '#server/modules/support/replies.queries.ts'
import {
  daysLeft,
  fillReply,
  hasTag,
  situationsOf,
  unknownPlaceholders,
  type ReplyFacts,
} from '#server/modules/support/replies.rules.ts'
import { checkSupportText, readSupportText } from '#server/modules/support/support.rules.ts'
import { listStandings } from '#server/modules/tunnels/panels/marks.queries.ts'
import { done, refuse, type Act, type FindKept, type Read } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { requireOrder, requireUser } from '#server/workflows/membership/name-subject.ts'
import type { Language } from '#shared/language.ts'
import { dayAt } from '#shared/month-zones.ts'
import { replyPlaceholders, type ReplySituation } from '#shared/support-limits.ts'
import { sentence } from '#text/sentence.ts'

const mostReplies = 200
const subjectOf = (name: string): string => `reply ${name}`

export const showReplies: Read<'replies.list'> = async (database) => ({
  ok: true,
  value: {
    replies: (await listReplies(database)).map(({ operator, savedAt, ...reply }) => ({
      ...reply,
      by: operator,
      saved: savedAt,
    })),
  },
})

export const keptReply: FindKept<{ name: string }> = async (tx, { name }) => {
  await lockReply(tx, name)
  const reply = await findReply(tx, name)
  return {
    subject: subjectOf(name),
    values: reply
      ? {
          textEn: reply.textEn,
          textZh: reply.textZh,
          ...(reply.usedFor !== null && { usedFor: reply.usedFor }),
        }
      : null,
  }
}

function refuseText(field: 'textEn' | 'textZh', text: string) {
  if (checkSupportText(text) !== null) return refuse('InvalidInput', 'reply.badLength')
  if (hasTag(text)) return refuse('InvalidInput', 'reply.noHtml')
  const [unknown] = unknownPlaceholders(text)
  if (unknown === undefined) return null
  const known = replyPlaceholders.join(', ')
  return refuse(
    'InvalidInput',
    sentence(field === 'textEn' ? 'reply.unknownEn' : 'reply.unknownZh', { unknown, known }),
  )
}

export const keepReply: Act<'replies.save'> = async (tx, input, operator) => {
  const { name, usedFor = null } = input
  const textEn = readSupportText(input.textEn)
  const textZh = readSupportText(input.textZh)
  const refused = refuseText('textEn', textEn) ?? refuseText('textZh', textZh)
  if (refused) return refused
  await lockReply(tx, name)
  const before = await findReply(tx, name)
  if (!before && (await countReplies(tx)).count >= mostReplies) return refuse('NotPossible', 'reply.tooMany')
  await saveReply(tx, { name, textEn, textZh, usedFor, operator: operator.name })
  const details = { textEn, textZh, usedFor, before: before && { ...before, savedAt: undefined, operator: undefined } }
  return done({ name, textEn, textZh, usedFor, replaces: before !== undefined }, subjectOf(name), details)
}

export const dropReply: Act<'replies.remove'> = async (tx, { reply: name }) => {
  await lockReply(tx, name)
  const reply = await findReply(tx, name)
  if (!reply) return refuse('NotFound', sentence('reply.unknown', { reply: name }))
  await removeReply(tx, name)
  const { textEn, textZh, usedFor } = reply
  return done({ name, textEn, textZh, usedFor }, subjectOf(name), { textEn, textZh, usedFor })
}

type Customer = { readonly facts: ReplyFacts; readonly situations: readonly ReplySituation[] }

/** `about`: order that the replies speak of; by default the newest. */
async function readCustomer(
  db: Queryable,
  { userId, about }: { readonly userId: string; readonly about: Order | null },
  language: Language,
  publicOrigin: string,
): Promise<Customer> {
  const [settings, membership, orders, paid, reviews, standings] = await Promise.all([
    readSettings(db),
    findMembership(db, userId),
    listOrders(db, userId, null, 1),
    findNewestPaid(db, userId),
    listOpenReviewsOfBuyer(db, userId, 1),
    listStandings(db, userId),
  ])
  const now = membership?.now ?? new Date()
  const expiresAt = membership?.expiresAt ?? null
  const isActive = expiresAt !== null && expiresAt > now
  const order = about ?? orders[0] ?? null
  const goodsId = order?.goodsId ?? null
  const link = (path: string) => `${publicOrigin}${path}`
  const facts: ReplyFacts = {
    brand: settings.brand[language],
    plan: (isActive && paid?.productNames[language]) || null,
    daysLeft: isActive ? String(daysLeft(expiresAt, now)) : null,
    endsOn: expiresAt === null ? null : dayAt(settings.monthZones, expiresAt),
    orderNumber: order?.number ?? null,
    orderPlan: order?.productNames[language] ?? null,
    planLink: link(goodsId === null ? '/pricing' : `/pricing?plan=${encodeURIComponent(goodsId)}`),
    ordersLink: link('/user/orders'),
    appsLink: link('/download'),
  }
  const situations = situationsOf({
    now,
    expiresAt,
    openReviews: reviews.length,
    order,
    isPanelBehind: standings.some(({ isBehind }) => isBehind),
  })
  return { facts, situations }
}

export const fillReplies: Read<'messages.replies'> = async (database, { user, order }, _operator, { config }) => {
  const { id: userId, uid } = await requireUser(database, user)
  const about = order === undefined ? null : await requireOrder(database, order)
  if (about !== null && about.userId !== userId) return refuse('NotFound', 'order.ofAnother')
  const [addressee, replies] = await Promise.all([findAddressee(database, userId), listReplies(database)])
  const language = addressee?.language ?? 'en'
  const { facts, situations: all } = await readCustomer(database, { userId, about }, language, config.publicOrigin)
  // About an order, only what happens to its payment is suggested.
  const situations = about === null ? all : all.filter((each) => each.startsWith('payment-'))
  const items = replies.map(({ name, textEn, textZh, usedFor }) => ({
    name,
    suggested: usedFor !== null && situations.includes(usedFor),
    ...fillReply(language === 'en' ? textEn : textZh, facts),
  }))
  return {
    ok: true,
    value: {
      uid,
      language,
      situations: [...situations],
      replies: items.toSorted((a, b) => Number(b.suggested) - Number(a.suggested)),
    },
  }
}
