import { changedParagraphs } from '#shared/text-diff.ts'
import { languages, type Language } from '#shared/language.ts'
import type { DraftFields, Side } from '#server/modules/content/draft-fields.rules.ts'
import { findVersion, type TextVersion } from '#server/modules/content/content.queries.ts'
import { lockTexts } from '#server/modules/content/content.service.ts'
import {
  addVersions,
  nameOf,
  readStanding,
  takeDraft,
  versionsOf,
  type Standing,
} from '#server/modules/content/drafts.service.ts'
import { stopNoticesOf } from '#server/modules/mailings/mailings.queries.ts'
import { aloneUpTo } from '#server/modules/mailings/mailings.rules.ts'
import { hasMembers } from '#server/modules/membership/membership.queries.ts'
import { done, refuse, Refused, type Act, type ActDeps } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { needOf } from './draft-texts.ts'
import { findNewHosts } from './find-new-hosts.ts'
import { mailVersionsOf } from './mail-texts.ts'
import { mailLegalChange } from '#server/workflows/mailings/manage-mailings.ts'
import { findingsOf } from './text-facts.ts'
import { sentence } from '#text/sentence.ts'

export const publishText: Act<'content.publish-text'> = async (tx, input, operator, { config }) => {
  const { text, expect, tell = false, tellAt } = input
  await lockTexts(tx)
  const name = nameOf(text)
  if (tell && name.kind !== 'clause') return refuse('InvalidInput', 'text.tellLegalOnly')
  if (tellAt !== undefined && !tell) return refuse('InvalidInput', 'text.tellAtNeedsTell')
  const draft = await takeDraft(tx, name, expect)
  const standing = await readStanding(tx, name, tx.now)
  refuseOldBase(standing, draft)
  await refuseFaults(tx, standing, draft.fields, config)
  const versions = newVersions(standing, draft.fields, tx.now)
  if (versions.length === 0) return refuse('NotPossible', 'draft.sameAsPublic')
  const reaches = await leadsElsewhere(tx, config, versions)
  await addVersions(tx, versions, operator.name)
  const legal = {
    slug: name.slug,
    titles: { en: draft.fields.titleEn ?? '', 'zh-CN': draft.fields.titleZh ?? '' },
    from: versions[0]?.holdsFrom?.toISOString() ?? null,
  }
  const output = {
    versions: versions.map(({ language, version }) => ({ language, before: version - 1, after: version })),
    paragraphs: versions.flatMap((version) => changesOf(standing.sides[version.language], version)),
    from: versions[0]?.holdsFrom ?? null,
    until: versions[0]?.shownUntil ?? null,
    overtakes: overtaken(standing, versions, tx.now),
    agreeAnew: whoAgrees(text),
    tells: tell ? await mailLegalChange(tx, legal, { tellAt, operator: operator.name }) : null,
    old: standing.published ? 'kept as a version' : 'there was none',
  } as const
  const audited = {
    versions: output.versions,
    writers: draft.writers,
    from: output.from,
    until: output.until,
    tells: output.tells,
    tellAt,
  }
  const takesTwo = (output.tells ?? 0) > aloneUpTo ? sentence('mailing.tooMany') : null
  return done(output, `text ${text}`, audited, { needs: needOf(name), takesTwo, reaches })
}

/**
 * True if the shop has members and a new version links to a host to which nothing public links yet. Mails are left out,
 * because their texts must not contain URLs.
 */
export async function leadsElsewhere(
  tx: Transaction,
  config: ActDeps['config'],
  versions: readonly TextVersion[],
): Promise<boolean> {
  const leads = versions.flatMap(({ kind, title, details, markdown }) =>
    kind === 'mail' ? [] : [[title, details, markdown]],
  )
  return (await findNewHosts(tx, config, leads)).length > 0 && (await hasMembers(tx))
}

function refuseOldBase({ sides }: Standing, { baseEn, baseZh }: { baseEn: number; baseZh: number }): void {
  const newer = languages.filter(
    (language) => (sides[language]?.version ?? 0) !== (language === 'en' ? baseEn : baseZh),
  )
  if (newer.length > 0) throw new Refused('NotPossible', sentence('draft.outdated', { versions: newer.join(', ') }))
}

async function refuseFaults(
  tx: Transaction,
  standing: Standing,
  fields: DraftFields,
  config: ActDeps['config'],
): Promise<void> {
  const faults = (await findingsOf(tx, standing, fields, config)).filter(({ harmless }) => !harmless)
  if (faults.length > 0)
    throw new Refused(
      'InvalidInput',
      sentence('draft.faults', {
        faults: faults.map(({ where, says }) => sentence('draft.faultOf', { field: { field: where }, says })),
      }),
    )
}

/** New versions of a text to publish. A mail text equal to the default withdraws the published text instead. */
const newVersions = (standing: Standing, fields: DraftFields, now: Date): TextVersion[] =>
  standing.kind === 'mail' ? mailVersionsOf(standing, fields, now) : versionsOf(standing, fields, now)

type Paragraph = { language: Language; part: string; before: string | null; after: string | null }
function changesOf(before: TextVersion | undefined, after: TextVersion): Paragraph[] {
  const { language } = after
  const was = before?.withdrawn ? undefined : before
  const lines = [
    ['title', was?.title ?? '', after.title],
    ['summary', was?.details.summary ?? '', after.details.summary ?? ''],
    ['action', was?.details.action ?? '', after.details.action ?? ''],
  ] as const
  return [
    ...lines
      .filter(([, old, now]) => old !== now)
      .map(([part, old, now]) => ({ language, part, before: old || null, after: now || null })),
    ...changedParagraphs(was?.markdown ?? '', after.markdown).map(({ part, ...rest }) => ({
      language,
      part: `¶ ${part}`,
      ...rest,
    })),
  ]
}

function overtaken({ sides }: Standing, versions: readonly TextVersion[], now: Date): string | null {
  const gone = versions.flatMap(({ language }) => {
    const before = sides[language]
    return before?.holdsFrom && before.holdsFrom > now ? [`${language} v${before.version}`] : []
  })
  return gone.join(', ') || null
}

/**
 * Tells who must agree to a legal text. Users accept the current versions of the terms and the privacy policy when they
 * sign in, and no other legal text.
 */
const whoAgrees = (text: string): 'everyone' | 'no one' =>
  ['clause/terms-of-service', 'clause/privacy-policy'].includes(text) ? 'everyone' : 'no one'

export const withdrawText: Act<'content.withdraw'> = async (tx, { text, reason }, operator) => {
  await lockTexts(tx)
  const name = nameOf(text)
  const { sides } = await readStanding(tx, name, tx.now)
  const shown = Object.values(sides).filter(({ withdrawn }) => !withdrawn)
  if (shown.length === 0) return refuse('NotFound', sentence('text.notPublic', { text }))
  await addVersions(
    tx,
    shown.map((side) => ({ ...side, version: side.version + 1, holdsFrom: null, withdrawn: true })),
    operator.name,
  )
  if (name.kind === 'clause') await stopNoticesOf(tx, name.slug)
  const versions = shown.map(({ language, version }) => ({ language, before: version, after: version + 1 }))
  return done({ versions }, `text ${text}`, { versions, reason }, { needs: needOf(name) })
}

export const restoreText: Act<'content.restore'> = async (tx, input, operator, { config }) => {
  const { text, language, version, reason } = input
  await lockTexts(tx)
  const name = nameOf(text)
  const old = await findVersion(tx, name.kind, name.slug, language, version)
  if (!old) return refuse('NotFound', sentence('text.noVersion', { version, text, language }))
  const standing = await readStanding(tx, name, tx.now)
  const { from: _from, until: _until, ...last } = standing.last
  const end = standing.sides[language]?.shownUntil
  const fields = withSide({ ...last, ...(end && { until: end.toISOString() }), stillRight: true }, language, {
    title: old.title,
    summary: old.details.summary ?? '',
    markdown: old.markdown,
    action: old.details.action,
  })
  await refuseFaults(tx, standing, fields, config)
  // Restores a withdrawn text in both languages, even if only one was asked for.
  const isOff = standing.published === null && name.kind !== 'mail'
  const versions = newVersions(standing, fields, tx.now).filter((each) => isOff || each.language === language)
  const next = versions.find((each) => each.language === language)
  if (!next) return refuse('NotPossible', 'text.isPublic')
  // Checks the linked hosts again, because a host may have a new owner since the restored version was public.
  const reaches = await leadsElsewhere(tx, config, versions)
  await addVersions(tx, versions, operator.name)
  const paragraphs = changesOf(standing.sides[language], next).map(({ language: _same, ...rest }) => rest)
  const output = {
    after: next.version,
    paragraphs,
    until: next.shownUntil,
    overtakes: overtaken(standing, versions, tx.now),
    agreeAnew: whoAgrees(text),
  }
  const audited = { language, version, after: next.version, until: next.shownUntil, reason }
  return done(output, `text ${text}`, audited, { needs: needOf(name), reaches })
}

type OldSide = Side & { readonly action: string | undefined }
function withSide(fields: DraftFields, language: Language, side: OldSide): DraftFields {
  const { title, summary, markdown, action } = side
  const of = (end: 'En' | 'Zh') => ({
    [`title${end}`]: title,
    [`summary${end}`]: summary,
    [`markdown${end}`]: markdown,
    ...(action !== undefined && { [`action${end}`]: action }),
  })
  return { ...fields, ...of(language === 'en' ? 'En' : 'Zh') }
}
