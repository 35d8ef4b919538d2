import { describe, expect, it } from 'vitest'
import en from '#text/en/site/group-link.ts'
import { groupCard } from './group-card.test-support.ts'
import { linkWords } from './group-link-words.ts'
import { renderPreview } from './link-preview.ts'

const pictures = { wide: '/w.png', square: '/s.png' }
function tagsOf(name: string): string {
  const { title, description } = linkWords(en, groupCard({ creator: name, productName: name }), 'en')
  const data = { brand: { en: name, 'zh-CN': name }, publicOrigin: 'https://vpn.example' } as never
  const preview = { title, path: `/group-buying?group=${name}`, pictures, pictureText: name }
  return renderPreview(preview, description, { data, language: 'en' })
}
const hostile = [
  '"><script>alert(1)</script>',
  `'><img src=x onerror=alert(1)>`,
  '" content="http://evil.example" property="og:image',
  '</title></head><body>',
  '&quot;&lt;script&gt;',
  '\u202Eevil\u2066\u200F',
  'a\u0000b\u0008c\u2028d\ne',
  '\ud800',
  '>'.repeat(4_096),
  '"'.repeat(4_096),
  '车'.repeat(4_096),
]

describe('tags of a shared page', () => {
  it.each(hostile)('a hostile name is escaped in the tags: %j', (name) => {
    const tags = tagsOf(name)
    const shape = /<meta (?:property|name|itemprop)="[a-z:_]+" content="[^"<>]*">/g
    expect(tags.replaceAll(shape, '')).toBe('')
    expect(tags.match(shape)).toHaveLength(tagsOf('maya').match(shape)?.length ?? 0)
    expect(tags).not.toMatch(/\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}|\p{Surrogate}/u)
  })

  it('tags are short for any name, and complete for short names', () => {
    for (const name of hostile) expect(tagsOf(name).length).toBeLessThan(30_000)
    for (const [, content = ''] of tagsOf('车'.repeat(4_096)).matchAll(/content="([^"]*)"/g))
      expect([...content].length).toBeLessThanOrEqual(320)
    expect(tagsOf('m***a')).toContain('Started by m***a.')
    expect(tagsOf(`x${'y'.repeat(298)}z`)).toContain(`content="x${'y'.repeat(298)}z"`)
  })
})
