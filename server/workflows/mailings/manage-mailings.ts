import type { ActionInput } from '#shared/contract/operator.ts'
import type { MailingTexts } from '#shared/contract/operator/mailings.ts'
import { languages } from '#shared/language.ts'
import {
  countOutcomes,
  countUnsubscribed,
  findMailingToShow,
  insertMailing,
  listMailings,
  listRefused,
  lockMailing,
  setMailingState,
  type LegalChange,
  type MailingState,
} from '#server/modules/mailings/mailings.queries.ts'
import { aloneUpTo, legalPerMinute, usualPerMinute } from '#server/modules/mailings/mailings.rules.ts'
import { countAddressed, countReach } from '#server/modules/mailings/people.queries.ts'
import { findAddressee } from '#server/modules/operators/operators.queries.ts'
import { openAddress } from '#server/modules/operators/operators.service.ts'
import { queueMessage } from '#server/modules/outbox/outbox.service.ts'
import { done, refuse, Refused, type Act, type Read } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { mailingContent } from '#server/workflows/accounts/messages/read-message-data.ts'
import { readReach, requireFilter } from './keep-segments.ts'
import { writeMailing } from './write-mailing.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const onPage = 50
const mostRefused = 50
const tooMany = sentence('mailing.tooMany')
const noMailing = sentence('mailing.unknown')

const textsOf = (input: MailingTexts): MailingTexts => ({
  subjectEn: input.subjectEn,
  subjectZh: input.subjectZh,
  headingEn: input.headingEn,
  headingZh: input.headingZh,
  bodyEn: input.bodyEn,
  bodyZh: input.bodyZh,
  buttonEn: input.buttonEn,
  buttonZh: input.buttonZh,
  page: input.page,
})

export const showMailings: Read<'mailings.list'> = async (database, { after = null }) => {
  const rows = await listMailings(database, onPage, after)
  return {
    ok: true,
    value: {
      items: rows.map(({ sendAt, operator, finishedAt, ...row }) => ({
        ...row,
        at: sendAt,
        by: operator,
        finished: finishedAt,
      })),
      next: rows.length === onPage ? (rows.at(-1)?.id ?? null) : null,
    },
  }
}

export const showMailing: Read<'mailings.show'> = async (database, { mailing: id }) => {
  const found = await findMailingToShow(database, id)
  if (!found) return refuse('NotFound', noMailing)
  const [counts, unsubscribed, refused] = await Promise.all([
    countOutcomes(database, id),
    countUnsubscribed(database, id),
    listRefused(database, id, mostRefused),
  ])
  const { sendAt, operator, finishedAt, texts, ...row } = found
  const words = 'news' in texts ? textsOf(texts.news) : null
  const said = { at: sendAt, by: operator, finished: finishedAt, words }
  return { ok: true, value: { ...row, ...counts, ...said, unsubscribed: unsubscribed.count, refused } }
}

export const testMailing: Act<'mailings.test'> = async (tx, { inLanguage: language, ...texts }, { id }, { config }) => {
  const addressee = await findAddressee(tx, id)
  const keyring = createKeyring(config.secretKey)
  const to = openAddress(keyring, { id, sealedEmail: addressee?.sealedEmail ?? null })
  if (to === null) return refuse('NotPossible', 'notify.youHaveNoAddress')
  if (!config.mail) return refuse('NotPossible', 'mail.noServer')
  const { mailing } = mailingContent({ news: textsOf(texts) }, language)
  if (!mailing) throw new Error('news without its words')
  const notice = { kind: 'mailing', ...mailing } as const
  const message = { channel: 'mail', template: 'operator-notice', usefulUntil: null } as const
  await queueMessage(tx, keyring, message, { to, language, code: null, notice })
  return done({ subject: mailing.subject }, 'mailing to oneself', { subject: mailing.subject })
}

function startOf(typed: string | undefined, now: Date): Date {
  const at = typed === undefined ? now : new Date(typed)
  return at > now ? at : now
}

export const sendMailing: Act<'mailings.send'> = async (tx, input, operator, deps) => {
  if (!deps.config.mail) return refuse('NotPossible', 'mail.noServer')
  if (!input.tested) return refuse('InvalidInput', 'mailing.needsSample')
  const filter = await requireFilter(tx, input.segment)
  if (!filter.ok) return filter
  const reach = await readReach(tx, filter.value, {
    tell: (looked) => deps.emit({ done: looked, what: 'accounts looked at' }),
  })
  if (reach.people === 0) return refuse('NotPossible', 'mailing.nobody')
  const texts = textsOf(input)
  const perMinute = input.perMinute ?? usualPerMinute
  const sendAt = startOf(input.sendAt, tx.now)
  const { id } = await insertMailing(tx, {
    kind: 'news',
    name: input.name,
    filter: filter.value,
    texts: { news: texts },
    sendAt,
    perMinute,
    operator: operator.name,
    people: reach.people,
  })
  const [mailEn = '', mailZh = ''] = await Promise.all(
    languages.map(async (language) => {
      const { subject, text } = await writeMailing(tx, deps.config, texts, language)
      return `${subject}\n\n${text}`
    }),
  )
  const agreed = input.segment === undefined ? null : filter.value
  const output = { ...reach, filter: agreed, sendAt, perMinute, mailEn, mailZh }
  const audited = {
    mailing: id,
    segment: input.segment,
    filter: filter.value,
    people: reach.people,
    sendAt,
    perMinute,
    texts,
  }
  const takesTwo = reach.people > aloneUpTo ? tooMany : await findLaterCrowd(tx, sendAt)
  return done(output, `mailing ${input.name}`, audited, { takesTwo })
}

/**
 * Requires a second operator if the mailing starts later and may then reach many people, because its audience can grow
 * up to all subscribers.
 */
async function findLaterCrowd(tx: Transaction, sendAt: Date): Promise<Sentence | null> {
  if (sendAt <= tx.now) return null
  const { people } = await countReach(tx, {}, { asked: true, limit: aloneUpTo + 1 })
  return people > aloneUpTo ? sentence('mailing.laterTooMany') : null
}

export async function mailLegalChange(
  tx: Transaction,
  legal: LegalChange,
  { tellAt, operator }: { readonly tellAt: string | undefined; readonly operator: string },
): Promise<number> {
  const { people } = await countAddressed(tx)
  await insertMailing(tx, {
    kind: 'legal',
    name: `clause/${legal.slug}`,
    filter: {},
    texts: { legal },
    sendAt: startOf(tellAt, tx.now),
    perMinute: legalPerMinute,
    operator,
    people,
  })
  return people
}

type Change = ActionInput<'mailings.pause'>
async function change(tx: Transaction, { mailing: id }: Change, from: readonly MailingState[], state: MailingState) {
  const mailing = await lockMailing(tx, id)
  if (!mailing) throw new Refused('NotFound', noMailing)
  if (!from.includes(mailing.state))
    throw new Refused('NotPossible', sentence('mailing.inState', { state: sentence(`state.${mailing.state}`) }))
  await setMailingState(tx, id, state)
  return { name: mailing.name, before: mailing.state, after: state, ...(await countOutcomes(tx, id)) }
}

export const pauseMailing: Act<'mailings.pause'> = async (tx, input) => {
  const output = await change(tx, input, ['waiting', 'sending'], 'paused')
  return done(output, `mailing ${output.name}`, { mailing: input.mailing, before: output.before })
}
export const resumeMailing: Act<'mailings.resume'> = async (tx, input) => {
  const output = await change(tx, input, ['paused'], 'waiting')
  return done(output, `mailing ${output.name}`, { mailing: input.mailing })
}
export const stopMailing: Act<'mailings.stop'> = async (tx, input) => {
  const output = await change(tx, input, ['waiting', 'sending', 'paused'], 'stopped')
  const { mailing, reason } = input
  return done(output, `mailing ${output.name}`, { mailing, before: output.before, reason })
}
