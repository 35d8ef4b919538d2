import { describe, expect, it } from 'vitest'
import { findInDraft, type Known } from './draft-findings.rules.ts'
import type { DraftFields } from './draft-fields.rules.ts'

const known: Known = {
  facts: ['refundDays', 'brand'],
  categories: ['start'],
  addresses: ['/clause/refund-policy', '/faq#try-first'],
  comingAddresses: ['/clause/terms-of-service'],
  isRealShop: true,
  now: new Date('2026-11-15T00:00:00Z'),
  published: null,
}
const draft: DraftFields = {
  titleEn: 'News',
  titleZh: '新闻',
  markdownEn: 'Back within {{refundDays}} days. [How](/clause/refund-policy#who)',
  markdownZh: '{{refundDays}} 天内可退。[详情](/clause/refund-policy#who)',
  date: '2026-11-01',
}
const find = (change: DraftFields, more: Partial<Known> = {}) =>
  findInDraft('announcement', 'news', { ...draft, ...change }, { ...known, ...more })
const names = (change: DraftFields, more: Partial<Known> = {}) =>
  find(change, more).map(({ finding, where, names: about }) => [finding, where, ...about])

describe('draft', () => {
  it('a correct draft has no findings', () => {
    expect(find({})).toEqual([])
  })

  it.each<[DraftFields, ...string[]]>([
    [{ markdownZh: '' }, 'missing', 'markdownZh'],
    [{ titleEn: '' }, 'missing', 'titleEn'],
    [{ titleEn: 'two\nlines' }, 'line-break', 'titleEn'],
    [{ titleEn: 'In {{weeks}}' }, 'unknown-placeholder', 'titleEn', 'weeks'],
    [{ summaryEn: 'In {{refundDays' }, 'torn-placeholder', 'summaryEn', '{{refundDays'],
    [{ summaryEn: 'In {{refund days}}' }, 'torn-placeholder', 'summaryEn', '{{refund days}}'],
    [{ until: '2026-11-20T00:00:00Z', from: '2026-12-01T00:00:00Z' }, 'ends-first', 'until'],
    [{ until: '2026-11-15T00:00:00Z' }, 'over', 'until'],
    [{ sample: true }, 'sample', 'sample'],
  ])('reports a draft with %j with its fault and place', (change, ...expected) => {
    expect(names(change)).toEqual([expected])
  })

  it.each([
    ['javascript:alert`1`', 'refused-link'],
    ['//evil.example/', 'refused-link'],
    ['data:text/html,x', 'refused-link'],
    ['/clause/refunds', 'dead-link'],
    ['/clause/terms-of-service', 'coming-link'],
    ['/faq#nowhere', 'dead-link'],
    ['#nowhere', 'dead-link'],
  ])('reports a link to %s as %s', (url, finding) => {
    expect(
      names({
        summaryEn: 'x',
        markdownEn: `${draft.markdownEn} [x](${url})`,
        markdownZh: `${draft.markdownZh} [x](${url})`,
      }),
    ).toEqual([
      [finding, 'markdownEn', url],
      [finding, 'markdownZh', url],
    ])
  })

  it.each(['/pricing', '/faq#try-first', 'https://a.example/x', 'mailto:a@b.example', '/user/profile'])(
    'accepts a link to %s',
    (url) => {
      const link = ` [x](${url})`
      expect(find({ markdownEn: draft.markdownEn + link, markdownZh: draft.markdownZh + link })).toEqual([])
    },
  )

  it('reports different numbers, headings or links in the two languages without blocking publication', () => {
    const found = find({ markdownEn: 'All of it. ## x\n\n## Who {#who}\n' })
    expect(found.map(({ finding, where, names: about, harmless }) => [finding, where, about, harmless])).toEqual([
      ['placeholders-differ', 'markdownEn', ['refundDays'], true],
      ['headings-differ', 'markdownZh', ['who'], true],
      ['links-differ', 'markdownEn', ['/clause/refund-policy#who'], true],
    ])
  })

  it('requires a change in one language also in the other, or a confirmation that the other is still right', () => {
    const change = { markdownEn: `${draft.markdownEn} At once.` }
    expect(names(change, { published: draft })).toEqual([['one-language', 'markdownZh', '¶ 1']])
    expect(names({ markdownZh: `${draft.markdownZh} 立刻。` }, { published: draft })).toEqual([
      ['one-language', 'markdownEn', '¶ 1'],
    ])
    expect(names({ ...change, stillRight: true }, { published: draft })).toEqual([])
    expect(names({}, { published: draft })).toEqual([])
  })

  it('reports invisible and direction-changing characters, but not tabs and line ends', () => {
    const of = (change: object) =>
      findInDraft('announcement', 'try', { ...draft, ...change }, known)
        .filter(({ finding }) => finding === 'unseen')
        .map(({ where, names: which, harmless }) => [where, ...which, harmless])
    expect(of({ titleEn: 'Pay \u202Etxt.exe' })).toEqual([['titleEn', 'U+202E', false]])
    expect(of({ markdownZh: `${draft.markdownZh}\u0007\u2066\u0007` })).toEqual([
      ['markdownZh', 'U+0007', 'U+2066', false],
    ])
    expect(of({ markdownEn: `${draft.markdownEn}\r\n\tmore\n` })).toEqual([])
    expect(of({ markdownZh: `${draft.markdownZh}👨‍👩‍👧　全角` })).toEqual([])
  })

  it('reports different paragraphs changed in each language, but not equal ones', () => {
    const of = (en: string[], zh: string[]) => ({ markdownEn: en.join('\n\n'), markdownZh: zh.join('\n\n') })
    const published = { ...draft, ...of(['One.', 'Two.', 'Three.'], ['一。', '二。', '三。']) }
    const stale = (en: string[], zh: string[], more = {}) =>
      findInDraft('announcement', 'try', { ...published, ...of(en, zh), ...more }, { ...known, published })
        .filter(({ finding }) => finding === 'one-language')
        .map(({ where, names: which }) => [where, ...which])
    const [en, zh] = [
      ['One.', 'Two.', 'Three, and more.'],
      ['一。', '二。', '三，还有。'],
    ]
    expect(stale(en, ['一。', '二。', '三。'])).toEqual([['markdownZh', '¶ 3']])
    expect(stale(en, zh)).toEqual([])
    expect(stale(en, ['一，改。', '二。', '三。'])).toEqual([
      ['markdownEn', '¶ 1'],
      ['markdownZh', '¶ 3'],
    ])
    expect(stale(en, ['一，改。', '二。', '三。'], { stillRight: true })).toEqual([])
    // If the languages have different numbers of paragraphs, paragraphs cannot be matched by number.
    expect(stale(['One.', 'Two.', 'Three, and more.', 'Four.'], ['一，改。', '二。', '三。'])).toEqual([])
    expect(stale([...en, 'Four.'], ['一。', '二。', '三。'])).toEqual([['markdownZh', '¶ 3', '¶ 4']])
    expect(stale(['One.', '\nTwo.', 'Three.'], ['一。', '二。', '三。'])).toEqual([])
    expect(stale(['One.', 'Two.', 'Three.'], ['一。', '二。', '三。'], { titleEn: 'Another' })).toEqual([['titleZh']])
    expect(
      stale(['One.', 'Two.', 'Three.'], ['一。', '二。', '三。'], { titleEn: 'Another', titleZh: '另一个' }),
    ).toEqual([])
    expect(stale(['One.', 'Two.', 'Three.'], ['一。', '二。', '三。'], { summaryZh: '另一句' })).toEqual([
      ['summaryEn'],
    ])
  })

  it('requires a category and no heading that would split the file of a FAQ draft', () => {
    const found = findInDraft('faq', 'try', { ...draft, markdownEn: `x\n\n## cut\n`, category: 'none' }, known)
    expect(found.map(({ finding, where }) => [finding, where])).toEqual(
      expect.arrayContaining([
        ['heading', 'markdownEn'],
        ['missing', 'category'],
      ]),
    )
  })

  it('reports a draft for an unknown page, or of a page with an end date', () => {
    expect(findInDraft('page', 'jobs', { ...draft, until: '2027-01-01' }, known).map(({ finding }) => finding)).toEqual(
      ['no-page', 'never-ends'],
    )
  })
})
