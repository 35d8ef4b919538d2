import { describe, expect, it } from 'vitest'
import { say } from '#text/say.ts'
import { ContentFault, folders, parseFile, writeFiles } from './content-files.rules.ts'

const file = (path: string, text: string) => parseFile({ path, text })
function faultOf(parse: () => unknown): string {
  try {
    parse()
  } catch (error) {
    if (error instanceof ContentFault) return say('en', error.fault)
    throw error
  }
  return 'nothing'
}
const page = (head: string, body = 'Words.') => file('en/pages/about.md', `---\n${head}\n---\n${body}`)

it('each kind of text has a folder', () => {
  expect(folders).toEqual({
    announcement: 'announcements',
    faq: 'faq',
    clause: 'clauses',
    page: 'pages',
    mail: 'mails',
  })
})

describe('content file', () => {
  it('reads a content file with its name from the path and its details from the header', () => {
    expect(
      file(
        'zh-CN/announcements/new-year.md',
        '---\ntitle: New: Year\ndate: 2026-01-01\nsummary:  Short  \norder: 3\ndemo: yes\n---\n\nBody\n\nmore\n',
      ),
    ).toEqual([
      {
        kind: 'announcement',
        language: 'zh-CN',
        slug: 'new-year',
        title: 'New: Year',
        publishedOn: '2026-01-01',
        demo: true,
        details: { summary: 'Short', position: 3 },
        markdown: 'Body\n\nmore',
      },
    ])
  })

  it('gives a content file no summary, position 0 and no sample mark by default', () => {
    expect(page('title: About\ndate: 2026-01-01')).toMatchObject([
      { kind: 'page', language: 'en', slug: 'about', demo: false, details: { summary: '', position: 0 } },
    ])
    expect(page('title: About\ndate: 2026-01-01\ndemo: no')[0]?.demo).toBe(false)
  })

  it('an announcement can be marked as an incident, and is written with the mark; other texts cannot', () => {
    const head = '---\ntitle: Outage\ndate: 2026-01-01\nincident: yes\norder: 0\n---\n\nB\n'
    const path = 'en/announcements/outage.md'
    const [outage] = file(path, head)
    expect(outage?.details).toEqual({ summary: '', incident: true, position: 0 })
    expect(writeFiles([outage!])).toEqual([{ path, text: head }])
    expect(file(path, head.replace('yes', 'no'))[0]?.details).toEqual({ summary: '', position: 0 })
    expect(file('en/pages/outage.md', head)[0]?.details).toEqual({ summary: '', position: 0 })
  })

  it('a content file may have Windows line ends and no body', () => {
    expect(file('en/clauses/terms-2.md', '---\r\ntitle: T\r\ndate: 2026-01-01\r\n---\r\n')).toMatchObject([
      { kind: 'clause', slug: 'terms-2', markdown: '' },
    ])
  })

  it.each([
    'fr/pages/a.md',
    'en/other/a.md',
    'en/pages/A.md',
    'en/pages/.md',
    'en/pages/a.txt',
    'en/pages/a.md.bak',
    'x/en/pages/a.md',
    'en/pages/b/a.md',
    'en/pages/a_b.md',
  ])('rejects the path %s', (path) => {
    const text = '---\ntitle: T\ndate: 2026-01-01\n---\n'
    expect(faultOf(() => file(path, text))).toMatch(`${path}: texts are named LANGUAGE/FOLDER/NAME.md`)
  })

  it.each([
    ['no header', 'Words.'],
    ['a header that does not end', '---\ntitle: T\ndate: 2026-01-01\n'],
    ['text before its header', ' ---\ntitle: T\n---\n'],
  ])('rejects a content file with %s', (_what, text) => {
    expect(faultOf(() => file('en/pages/a.md', text))).toBe(
      'en/pages/a.md must begin with lines "title: …" and "date: …" between two "---"',
    )
  })

  it('requires a title and a date in a content file', () => {
    expect(faultOf(() => page('date: 2026-01-01'))).toBe('en/pages/about.md: "title:" is missing')
    expect(faultOf(() => page('title:\ndate: 2026-01-01'))).toMatch('"title:" is missing')
    for (const date of [
      '',
      '2026-1-1',
      'x2026-01-01',
      '2026-01-01x',
      '20260101',
      '2026-01-aa',
      '2026-aa-01',
      'aaaa-01-01',
    ])
      expect(
        faultOf(() => page(`title: T\ndate: ${date}`)),
        date,
      ).toBe('en/pages/about.md: "date:" must be a day like 2025-04-20')
    expect(faultOf(() => page('title: T'))).toMatch('"date:"')
  })
})

describe('FAQ file', () => {
  const faq = (body: string, head = 'title: Paying\ndate: 2026-01-01\norder: 2') =>
    file('en/faq/paying.md', `---\n${head}\n---\n${body}`)

  it('reads an entry of a FAQ file under each heading, in order', () => {
    expect(faq('## How?{#how}\n\nSo.\n\n## Why  not?  {#why-2}  \nBecause.\n### Small\nmore')).toEqual(
      [
        { slug: 'how', title: 'How?', position: 2_000, markdown: 'So.' },
        { slug: 'why-2', title: 'Why  not?', position: 2_001, markdown: 'Because.\n### Small\nmore' },
      ].map(({ position, ...text }) => ({
        kind: 'faq',
        language: 'en',
        publishedOn: '2026-01-01',
        demo: false,
        details: { category: 'paying', categoryTitle: 'Paying', position },
        ...text,
      })),
    )
  })

  it('starts a FAQ file without an order at position 0, and accepts an empty one', () => {
    const head = 'title: Paying\ndate: 2026-01-01'
    expect(faq('## How? {#how}\nSo.', head)[0]?.details.position).toBe(0)
    expect(faq('Words before any heading.', head)).toEqual([])
  })

  it.each([
    '## How?\nSo.',
    '## How? {#How}\nSo.',
    '## {#how}\nSo.',
    '## How? {#how} x\nSo.',
    '## How? {#how}',
    '## How? {#}\nSo.',
    '## How?\nSo {#how}\nand so.',
    '## How?\n{#how}\nSo.',
    '## How? {#how}\nSo.\n\n## Why? {#why}',
  ])('rejects a FAQ file with %j', (body) => {
    expect(faultOf(() => faq(body))).toBe(
      'en/faq/paying.md: an entry is a heading "## … {#name}" with an answer below it',
    )
  })
})

describe('written content files', () => {
  const source = [
    {
      path: 'en/faq/paying.md',
      text: '---\ntitle: Paying\ndate: 2026-01-01\norder: 2\ndemo: yes\n---\n\n## How? {#how}\n\nSo.\n\n## Why? {#why}\n\nBecause.\n',
    },
    { path: 'en/clauses/terms.md', text: '---\ntitle: Terms\ndate: 2026-01-02\norder: 1\n---\n\nBody\n' },
    {
      path: 'zh-CN/announcements/new.md',
      text: '---\ntitle: 新\ndate: 2026-01-03\nsummary: Short\norder: 0\ndemo: yes\n---\n\nBody\n',
    },
  ]
  const sorted = (files: readonly { path: string; text: string }[]) =>
    files.toSorted((a, b) => (a.path < b.path ? -1 : 1))

  it('reads written files back as the same texts and writes them the same again', () => {
    const texts = source.flatMap(parseFile)
    expect(sorted(writeFiles(texts))).toEqual(sorted(source))
    expect(sorted(writeFiles(texts.toReversed()))).toEqual(sorted(source))
  })

  it('sorts written files by position', () => {
    expect(writeFiles(source.flatMap(parseFile)).map(({ path }) => path)).toEqual([
      'zh-CN/announcements/new.md',
      'en/clauses/terms.md',
      'en/faq/paying.md',
    ])
  })

  it('writes a content file for a text without optional details', () => {
    const bare = {
      slug: 'x',
      language: 'en',
      title: 'X',
      details: {},
      markdown: 'M',
      publishedOn: '2026-01-01',
      demo: false,
    } as const
    expect(writeFiles([{ ...bare, kind: 'page' }])).toEqual([
      { path: 'en/pages/x.md', text: '---\ntitle: X\ndate: 2026-01-01\norder: 0\n---\n\nM\n' },
    ])
    expect(writeFiles([{ ...bare, kind: 'faq', details: { category: 'c' } }])).toEqual([
      { path: 'en/faq/c.md', text: '---\ntitle: \ndate: 2026-01-01\norder: 0\n---\n\n## X {#x}\n\nM\n' },
    ])
  })
})
