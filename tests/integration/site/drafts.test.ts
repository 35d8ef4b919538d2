import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput, ActionName } from '#shared/contract/operator.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { runAction } from '#server/operator/run-action.ts'
import { refuse, type Operator } from '#server/platform/act.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 6 })
})
afterEach(async () => {
  await app.db.asOwner('delete from content_drafts')
  await app.db.asOwner(`delete from content_texts where operator in ('ada', 'ben')`)
  await app.db.asOwner('delete from audit_log')
})
afterAll(() => app.close())

const act = <N extends ActionName>(name: N, input: ActionInput<N>, more: { by?: Operator; preview?: boolean } = {}) =>
  perform(app.db.database, name, input, {
    config: app.config,
    operator: more.by ?? ada,
    preview: more.preview ?? false,
  })
const site = () => loadSiteData(app.db.database, app.config, app.payments.offers)
const text = 'announcement/winter'
type Draft = ActionInput<'content.save-draft'>
const winter: Omit<Draft, 'expect'> = {
  text,
  baseEn: 0,
  baseZh: 0,
  titleEn: 'Winter',
  titleZh: '冬天',
  summaryEn: 'It is cold.',
  summaryZh: '天冷了。',
  markdownEn: 'Stay in.\n\nRead.',
  markdownZh: '待在家。\n\n看书。',
  date: '2026-11-20',
}
const save = (change: Partial<Draft> = {}, by: Operator = ada) =>
  act('content.save-draft', { ...winter, expect: 0, ...change }, { by })
const shown = async () => (await site()).content.en.announcements.find(({ slug }) => slug === 'winter')
const shownZh = async () => (await site()).content['zh-CN'].announcements.find(({ slug }) => slug === 'winter')
const open = (name = text) => act('content.open', { text: name })
const audited = async () =>
  (
    await app.db.asOwner<{ action: string; operator: string }>('select action, operator from audit_log order by at, id')
  ).map(({ action, operator }) => `${operator} ${action}`)

describe('draft', () => {
  it('a draft is saved in both languages with its findings, and nothing of it is public', async () => {
    const { version, findings } = await save({ markdownZh: '' })
    expect(findings).toEqual([
      { finding: 'missing', where: 'markdownZh', names: [], says: 'is empty', harmless: false },
    ])
    expect(await open()).toMatchObject({
      fields: { titleEn: 'Winter', titleZh: '冬天', markdownEn: 'Stay in.\n\nRead.' },
      published: null,
      draft: { version, by: 'ada', baseEn: 0 },
    })
    expect(await shown()).toBeUndefined()
    const { texts } = await act('content.list', {})
    expect(texts.find((row) => row.text === text)).toMatchObject({ state: 'draft', titleEn: 'Winter', draftBy: 'ada' })
  })

  it('an unpublished shop offers the shipped samples of legal texts and of the FAQ, and one is published as a draft', async () => {
    // Other tests of this file need the published texts, so they come back in the end.
    const before = await app.db.asOwner('delete from content_texts returning *')
    try {
      const stateOf = async (name: string) =>
        (await act('content.list', {})).texts.find((row) => row.text === name)?.state
      const terms = 'clause/terms-of-service'
      expect(await stateOf(terms)).toBe('sample')
      const { isSample, fields, findings, draft } = await open(terms)
      expect([isSample, draft, findings.filter(({ harmless }) => !harmless)]).toEqual([true, null, []])
      const { version } = await act('content.save-draft', { text: terms, expect: 0, baseEn: 0, baseZh: 0, ...fields })
      expect([await stateOf(terms), (await open(terms)).isSample]).toEqual(['draft', false])
      await act('content.publish-text', { text: terms, expect: version })
      expect((await site()).content.en.clauses.map(({ slug }) => slug)).toEqual(['terms-of-service'])
      expect(await stateOf(terms)).toBe('public')

      const entry = (await act('content.list', {})).texts.find((row) => row.text.startsWith('faq/'))
      expect(entry?.state).toBe('sample')
      expect((await open(String(entry?.text))).findings.filter(({ harmless }) => !harmless)).toEqual([])
    } finally {
      await app.db.asOwner('delete from content_texts')
      for (const row of before)
        await app.db.asOwner('insert into content_texts select * from jsonb_populate_record(null::content_texts, $1)', [
          JSON.stringify(row),
        ])
    }
  })

  it('a draft saved by another operator meanwhile is not overwritten', async () => {
    const first = await save()
    await expect(save({ titleEn: 'Mine' }, ben)).rejects.toThrow('ada has just saved this draft.')
    const second = await save({ expect: first.version, titleEn: 'Ben’s' }, ben)
    await expect(save({ expect: first.version, titleEn: 'Ada’s' })).rejects.toThrow('ben has just saved this draft.')
    expect((await open()).fields.titleEn).toBe('Ben’s')
    expect(second.version).toBeGreaterThan(first.version)
  })

  it('a draft saved by two operators at the same time is saved by only one', async () => {
    const { version } = await save()
    const both = await Promise.allSettled([ada, ben].map((by) => save({ expect: version, titleEn: by.name }, by)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('a draft started again after publishing is not confused with the previous one', async () => {
    const { version } = await save()
    await act('content.publish-text', { text, expect: version })
    const again = await save({ baseEn: 1, baseZh: 1 })
    expect(again.version).not.toBe(version)
    await expect(save({ expect: version, titleEn: 'Old tab' })).rejects.toThrow('has just saved this draft')
    await act('content.discard-draft', { text, expect: again.version })
    await expect(save({ expect: again.version })).rejects.toThrow('This draft has been published or discarded.')
  })

  it('a draft leaves one audit entry per author, not one per save', async () => {
    let { version } = await save()
    for (const titleEn of ['W', 'Wi', 'Win']) ({ version } = await save({ expect: version, titleEn }))
    ;({ version } = await save({ expect: version, titleEn: 'Wint' }, ben))
    await act('content.discard-draft', { text, expect: version })
    expect(await audited()).toEqual(['ada content.save-draft', 'ben content.save-draft', 'ada content.discard-draft'])
  })

  it('a draft of 100,000 characters is saved, and a longer one is refused with its field', async () => {
    await save({ markdownEn: 'x'.repeat(100_000) })
    const ran = await runAction(
      'content.save-draft',
      async () => ({ ...winter, expect: 0, markdownEn: 'x'.repeat(100_001) }),
      {
        database: app.db.database,
        config: app.config,
        operator: { ...ada, role: 'owner' },
        confirm: async () => ({ ok: true, value: null }),
      },
    )
    expect(ran).toMatchObject({
      ok: false,
      refusal: { sentence: { code: 'field.wrong', params: { field: { field: 'markdownEn' } } } },
    })
  })
})

describe('publishing a text', () => {
  it('publishing shows the text in both languages at once, as previewed, and ends the draft', async () => {
    const { version } = await save()
    const preview = await act('content.publish-text', { text, expect: version }, { preview: true })
    expect(await shown()).toBeUndefined()
    const done = await act('content.publish-text', { text, expect: version }, { by: ben })
    expect(done).toEqual(preview)
    expect(done).toMatchObject({
      versions: [
        { language: 'en', before: 0, after: 1 },
        { language: 'zh-CN', before: 0, after: 1 },
      ],
      agreeAnew: 'no one',
      old: 'there was none',
      from: null,
    })
    expect(await shown()).toMatchObject({
      title: 'Winter',
      html: '<p>Stay in.</p>\n<p>Read.</p>\n',
      date: '2026-11-20',
    })
    expect(await shownZh()).toMatchObject({ title: '冬天', html: '<p>待在家。</p>\n<p>看书。</p>\n' })
    expect((await open()).draft).toBeNull()
  })

  it('the preview names changed paragraphs with their old text, and an unchanged language keeps its version', async () => {
    const { version } = await save()
    await act('content.publish-text', { text, expect: version })
    const next = await save({ baseEn: 1, baseZh: 1, markdownEn: 'Stay in.\n\nRead a book.', stillRight: true })
    const { versions, paragraphs } = await act('content.publish-text', { text, expect: next.version })
    expect(versions).toEqual([{ language: 'en', before: 1, after: 2 }])
    expect(paragraphs).toEqual([{ language: 'en', part: '¶ 2', before: 'Read.', after: 'Read a book.' }])
    expect((await shownZh())?.version).toBe(1)
  })

  it('publishing is refused if only one language changed, or if the text holds invisible characters', async () => {
    const { version } = await save()
    await act('content.publish-text', { text, expect: version })
    const next = await save({ baseEn: 1, baseZh: 1, titleEn: 'Deep winter' })
    await expect(act('content.publish-text', { text, expect: next.version })).rejects.toThrow(
      '--title-zh was not changed with the other language',
    )
    expect((await shown())?.title).toBe('Winter')
    const round = await save({
      expect: next.version,
      baseEn: 1,
      baseZh: 1,
      titleEn: 'Deep \u202Eretniw',
      titleZh: '深冬',
    })
    await expect(act('content.publish-text', { text, expect: round.version })).rejects.toThrow(
      '--title-en contains characters that are invisible or change the reading direction: U+202E',
    )
  })

  it('publishing refuses unknown or incomplete placeholders by name', async () => {
    const { version } = await save({
      markdownEn: 'Within {{weeks}} weeks, {{refundDays',
      markdownZh: '{{refundDays}} 天',
    })
    await expect(act('content.publish-text', { text, expect: version })).rejects.toThrow(
      /--markdown-en contains unknown placeholders: weeks; --markdown-en contains an incomplete placeholder: \{\{refundDays/,
    )
  })

  it('publishing refuses a draft that changed since it was seen', async () => {
    const { version } = await save()
    await save({ expect: version, titleEn: 'Other' }, ben)
    await expect(act('content.publish-text', { text, expect: version })).rejects.toThrow(
      'ben has just saved this draft.',
    )
    expect(await shown()).toBeUndefined()
  })

  it('publishing refuses to replace a newer version until the draft is based on it', async () => {
    const { version } = await save()
    await app.db.asOwner(
      `insert into content_texts (id, kind, slug, language, version, title, details, markdown, html, published_on, operator)
       values (gen_random_uuid(), 'announcement', 'winter', 'en', 1, 'A folder’s', '{}', 'x', '<p>x</p>', '2026-11-01', 'ben')`,
    )
    await expect(act('content.publish-text', { text, expect: version })).rejects.toThrow(/newer version .*\(en\)/)
    const next = await save({ expect: version, baseEn: 1, stillRight: true })
    await act('content.publish-text', { text, expect: next.version })
    expect((await shown())?.version).toBe(2)
  })

  it('a draft published by two operators at the same time is published once', async () => {
    const { version } = await save()
    const both = await Promise.allSettled(
      [ada, ben].map((by) => act('content.publish-text', { text, expect: version }, { by })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const rows = await app.db.asOwner(`select 1 from content_texts where slug = 'winter'`)
    expect(rows).toHaveLength(2)
  })

  it('publishing during a folder import: one waits for the other and sees its version', async () => {
    const { version } = await save()
    const folder = ['en', 'zh-CN'].map((language) => ({
      path: `${language}/announcements/winter.md`,
      text: '---\ntitle: Folder\ndate: 2026-11-02\nsummary: x\norder: 0\n---\n\nFrom a folder.\n',
    }))
    const both = await Promise.allSettled([
      act('content.publish-text', { text, expect: version }),
      act('content.publish', { folder }, { by: ben }),
    ])
    // The folder import may have come first; then the draft is based on an older version.
    expect(both[1]?.status).toBe('fulfilled')
    const said = both[0]?.status === 'rejected' ? String(both[0].reason) : 'it came first'
    expect(said).toMatch(/newer version|it came first/)
  })
})

describe('scheduled text', () => {
  it('a scheduled text leaves the public one until its time, and is overtaken by a text published at once', async () => {
    const first = await save()
    await act('content.publish-text', { text, expect: first.version })
    const later = await save({ baseEn: 1, baseZh: 1, titleEn: 'Spring', titleZh: '春天', from: '2999-01-01' })
    const { from, overtakes } = await act('content.publish-text', { text, expect: later.version })
    expect([from?.toISOString(), overtakes]).toEqual(['2999-01-01T00:00:00.000Z', null])
    expect((await shown())?.title).toBe('Winter')
    expect((await act('content.list', {})).texts.find((row) => row.text === text)?.state).toBe('scheduled')
    await app.db.asOwner(
      `update content_texts set holds_from = now() - interval '1 second' where holds_from is not null`,
    )
    expect([(await shown())?.title, (await shownZh())?.title]).toEqual(['Spring', '春天'])
    await app.db.asOwner(`update content_texts set holds_from = now() + interval '1 day' where holds_from is not null`)
    const now = await save({ baseEn: 2, baseZh: 2, titleEn: 'Autumn', titleZh: '秋天' })
    expect((await act('content.publish-text', { text, expect: now.version })).overtakes).toBe('en v2, zh-CN v2')
    await app.db.asOwner(
      `update content_texts set holds_from = now() - interval '1 second' where holds_from is not null`,
    )
    expect((await shown())?.title).toBe('Autumn')
  })

  it('a text with an end date disappears by itself, and a legal text cannot have one', async () => {
    const { version } = await save({ until: '2999-01-01' })
    await act('content.publish-text', { text, expect: version })
    expect(await shown()).toBeDefined()
    await app.db.asOwner(`update content_texts set shown_until = now() - interval '1 second' where slug = 'winter'`)
    expect([await shown(), await shownZh()]).toEqual([undefined, undefined])
    const legal = await open('clause/refund-policy')
    const clause = await act('content.save-draft', {
      ...legal.fields,
      text: 'clause/refund-policy',
      expect: 0,
      baseEn: 1,
      baseZh: 1,
      until: '2999-01-01',
    })
    expect(clause.findings.map(({ finding }) => finding)).toContain('never-ends')
  })
})

it('an announcement is marked as an incident and unmarked by its draft', async () => {
  const first = await save({ incident: true })
  await act('content.publish-text', { text, expect: first.version })
  expect([(await shown())?.incident, (await shownZh())?.incident]).toEqual([true, true])
  expect((await open()).fields.incident).toBe(true)
  const second = await save({ baseEn: 1, baseZh: 1 })
  await act('content.publish-text', { text, expect: second.version })
  expect([(await shown())?.incident, (await open()).fields.incident]).toEqual([false, undefined])
})

describe('announcement with an end date', () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const ends = async () =>
    (
      await app.db.asOwner<{ end: Date | null }>(
        `select distinct on (language) shown_until as end from content_texts where slug = 'winter'
         order by language, version desc`,
      )
    ).map(({ end }) => end?.toISOString().slice(0, 10))
  const publish = async (change: Partial<Draft>) => {
    const { version } = await save(change)
    await act('content.publish-text', { text, expect: version })
  }
  const restore = { text, language: 'en', version: 1, reason: 'x' } as const

  it('an end date in the past is refused, and a restored version keeps the current end date', async () => {
    const late = await save({ until: day(-1) })
    expect(late.findings.map(({ finding }) => finding)).toContain('over')
    await expect(act('content.publish-text', { text, expect: late.version })).rejects.toThrow('--until is in the past')
    await act('content.discard-draft', { text, expect: late.version })
    await publish({})
    await publish({ baseEn: 1, baseZh: 1, until: day(3), markdownEn: 'Two.', markdownZh: '二。' })
    const { until } = await act('content.restore', restore)
    expect([until?.toISOString().slice(0, 10), await ends()]).toEqual([day(3), [day(3), day(3)]])
    await act('content.withdraw', { text, reason: 'x' })
    await act('content.restore', restore)
    expect([(await shown())?.title, await ends()]).toEqual(['Winter', [day(3), day(3)]])
  })

  it('an announcement past its end date is not brought back by a restore or a corrected typo', async () => {
    await publish({ until: day(3) })
    await publish({ baseEn: 1, baseZh: 1, until: day(3), markdownEn: 'Two.', markdownZh: '二。' })
    await app.db.asOwner(`update content_texts set shown_until = now() - interval '1 day' where slug = 'winter'`)
    await expect(act('content.restore', restore)).rejects.toThrow('--until is in the past')
    const { fields, findings } = await open()
    expect(findings.map(({ finding }) => finding)).toContain('over')
    const typo = await save({ ...fields, baseEn: 2, baseZh: 2, titleEn: 'Winters', titleZh: '冬' })
    await expect(act('content.publish-text', { text, expect: typo.version })).rejects.toThrow('--until is in the past')
    await act('content.withdraw', { text, reason: 'x' })
    await expect(act('content.restore', restore)).rejects.toThrow('--until is in the past')
    expect([await shown(), await shownZh()]).toEqual([undefined, undefined])
  })

  it('a restore names the scheduled version that it overtakes', async () => {
    await publish({})
    await publish({ baseEn: 1, baseZh: 1, titleEn: 'Spring', titleZh: '春天', from: '2999-01-01' })
    expect((await act('content.restore', restore, { preview: true })).overtakes).toBe('en v2')
  })
})

describe('earlier version', () => {
  it('an earlier version is read and published again as a new version, in its language only', async () => {
    const first = await save()
    await act('content.publish-text', { text, expect: first.version })
    const next = await save({ baseEn: 1, baseZh: 1, titleEn: 'Deep winter', titleZh: '深冬' })
    await act('content.publish-text', { text, expect: next.version })
    expect((await act('content.wording', { text, language: 'en', version: 1 })).title).toBe('Winter')
    const { after, paragraphs } = await act('content.restore', { text, language: 'en', version: 1, reason: 'too grim' })
    expect([after, paragraphs]).toEqual([3, [{ part: 'title', before: 'Deep winter', after: 'Winter' }]])
    expect([(await shown())?.title, (await shownZh())?.title]).toEqual(['Winter', '深冬'])
    await expect(act('content.restore', { text, language: 'en', version: 3, reason: 'x' })).rejects.toThrow('already')
    await expect(act('content.restore', { text, language: 'en', version: 9, reason: 'x' })).rejects.toThrow(
      'Version 9 of announcement/winter in en does not exist',
    )
  })

  it('restoring a withdrawn text brings back both languages', async () => {
    const { version } = await save()
    await act('content.publish-text', { text, expect: version })
    await act('content.withdraw', { text, reason: 'over' })
    expect([await shown(), await shownZh()]).toEqual([undefined, undefined])
    await expect(act('content.withdraw', { text, reason: 'over' })).rejects.toThrow('not public')
    await act('content.restore', { text, language: 'en', version: 1, reason: 'back' })
    expect([(await shown())?.title, (await shownZh())?.title]).toEqual(['Winter', '冬天'])
  })
})

describe('legal text', () => {
  it('support may draft a legal text, and only an owner with a code publishes, withdraws or restores it', async () => {
    const name = 'clause/refund-policy'
    const { fields } = await open(name)
    const change = { ...fields, markdownEn: `${fields.markdownEn}\n\nx`, markdownZh: `${fields.markdownZh}\n\nx` }
    const { version } = await act('content.save-draft', { ...change, text: name, expect: 0, baseEn: 1, baseZh: 1 })
    const asked: string[] = []
    const run = (role: 'support' | 'owner', action: ActionName, input: object) =>
      runAction(action, async () => ({ ...input }), {
        database: app.db.database,
        config: app.config,
        operator: { ...ada, role },
        confirm: async () => (asked.push(action), refuse('Unauthorized', 'operator.wrongCode')),
      })
    const acts: [ActionName, object][] = [
      ['content.publish-text', { text: name, expect: version }],
      ['content.withdraw', { text: name, reason: 'x' }],
    ]
    for (const [action, input] of acts) {
      expect(await run('support', action, input)).toMatchObject({ ok: false, refusal: { status: 'Forbidden' } })
      expect(asked).toEqual([])
      expect(await run('owner', action, input)).toMatchObject({
        ok: false,
        refusal: { sentence: { code: 'operator.wrongCode' } },
      })
      expect(asked.splice(0)).toEqual([action])
    }
    expect((await open(name)).draft?.version).toBe(version)
    await act('content.publish-text', { text: name, expect: version })
    const restored = { text: name, language: 'en', version: 1, reason: 'x' }
    expect(await run('support', 'content.restore', restored)).toMatchObject({
      ok: false,
      refusal: { status: 'Forbidden' },
    })
  })

  it('publishing terms states who must agree again, uses the effective date, and asks browsers for new consent', async () => {
    const name = 'clause/terms-of-service'
    const { fields, newest } = await open(name)
    const [baseEn = 0, baseZh = 0] = newest.map(({ version }) => version)
    const { version } = await act('content.save-draft', {
      ...fields,
      text: name,
      expect: 0,
      baseEn,
      baseZh,
      markdownEn: `${fields.markdownEn}\n\nOne more.`,
      markdownZh: `${fields.markdownZh}\n\n再一条。`,
      from: '2999-03-01',
    })
    const done = await act('content.publish-text', { text: name, expect: version })
    expect(done).toMatchObject({ agreeAnew: 'everyone', old: 'kept as a version' })
    const clause = async () => (await site()).content.en.clauses.find(({ slug }) => slug === 'terms-of-service')
    expect((await clause())?.version).toBe(baseEn)
    await app.db.asOwner(`update content_texts set holds_from = now() where holds_from is not null`)
    expect(await clause()).toMatchObject({ version: baseEn + 1, date: '2999-03-01' })
  })
})

it('HTML and scripts in a draft are removed from the page', async () => {
  const { version } = await save({
    titleEn: '<script>alert(1)</script>',
    markdownEn: '<img src=x onerror=alert(1)>\n\n![x](https://a.example/p.png)',
    markdownZh: '<iframe src="javascript:alert(1)">',
  })
  await act('content.publish-text', { text, expect: version })
  for (const page of [await shown(), await shownZh()]) expect(page?.html).not.toMatch(/<(?!\/?(?:p|a)\b)/)
})

describe('all samples of the FAQ at once', () => {
  const faq = async () => {
    const { content } = await site()
    return [content.en, content['zh-CN']].flatMap((side) => side.faq.flatMap(({ entries }) => entries)).length
  }
  const state = async (name: string) =>
    (await act('content.list', {})).texts.find((each) => each.text === `faq/${name}`)?.state

  it('all samples of the FAQ are taken off the site and published again in one action each, in both languages', async () => {
    const before = await faq()
    expect(before).toBeGreaterThan(20)
    const preview = await act('content.withdraw-samples', { reason: 'own answers' }, { preview: true })
    expect(preview).toMatchObject({ count: before })
    expect(await faq()).toBe(before)
    expect(await act('content.withdraw-samples', { reason: 'own answers' })).toMatchObject({ count: before })
    expect(await faq()).toBe(0)
    await expect(act('content.withdraw-samples', { reason: 'again' })).rejects.toThrow('No sample is public')
    const published = await act('content.publish-samples', {})
    expect(published.texts.filter(({ language }) => language === 'en')).toHaveLength(before / 2)
    expect(await faq()).toBe(before)
    await expect(act('content.publish-samples', {})).rejects.toThrow('Every sample is public')
    expect(await audited()).toEqual(['ada content.withdraw-samples', 'ada content.publish-samples'])
  })

  it('leave words and drafts of operators alone', async () => {
    const own = { text: 'faq/need-email', baseEn: 1, baseZh: 1, expect: 0, date: '2026-11-20' }
    const words = { titleEn: 'An email?', titleZh: '要邮箱吗？', markdownEn: 'No.', markdownZh: '不用。' }
    const categories = (await open('faq/need-email')).fields
    const { version } = await act('content.save-draft', { ...categories, ...own, ...words })
    await act('content.publish-text', { text: own.text, expect: version })
    await act('content.withdraw-samples', { reason: 'x' })
    expect([await state('need-email'), await state('code-not-received')]).toEqual(['public', 'withdrawn'])
    const draft = (await open('faq/code-not-received')).fields
    await act('content.save-draft', {
      ...draft,
      text: 'faq/code-not-received',
      baseEn: 2,
      baseZh: 2,
      expect: 0,
      markdownEn: 'Wait a minute.',
    })
    const { texts } = await act('content.publish-samples', {})
    expect(texts.map(({ text: name }) => name)).not.toContain('faq/need-email')
    expect(texts.map(({ text: name }) => name)).not.toContain('faq/code-not-received')
    const entries = (await site()).content.en.faq.flatMap((category) => category.entries)
    expect(entries.find(({ slug }) => slug === 'need-email')?.question).toBe('An email?')
  })
})
