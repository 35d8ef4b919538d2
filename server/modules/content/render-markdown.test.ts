import { expect, it } from 'vitest'
import { linksOfMarkdown, listHeadings, renderMarkdown } from './render-markdown.ts'

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '![x](javascript:alert(1))',
  '![x](https://a.example/pixel.png)',
  '<svg/onload=alert(1)>',
  '[x](https://a.example "\\" onmouseover=alert(1)")',
  '## x {#y" onclick="alert(1)}',
  '<javascript:alert(1)>',
])('renders %s without anything that runs or loads', (source) => {
  const html = renderMarkdown(source)
  const bare = html.replaceAll(/="[^"]*"/g, '')
  expect(html).not.toMatch(/<(?!\/?(?:p|a|h2|em|strong)\b)/)
  expect(bare).not.toMatch(/<[^>]*\son\w+/)
  expect(html).not.toMatch(/href="(?!https:\/\/a\.example)/)
})

it('keeps the ids of headings, so that links to them stay valid', () => {
  const html = renderMarkdown('## Who pays? {#who-pays}\n\nYou & me.\n\n## What *is* it {#what}')
  expect(html).toContain('<h2 id="who-pays">Who pays?</h2>')
  expect(listHeadings(html)).toEqual([
    { id: 'who-pays', title: 'Who pays?' },
    { id: 'what', title: 'What is it' },
  ])
})

it('marks links to other sites', () => {
  expect(renderMarkdown('[a](/faq) [b](https://b.example)')).toBe(
    '<p><a href="/faq">a</a> <a href="https://b.example" rel="noopener">b</a></p>\n',
  )
})

it('lists links of a text as the page has them, however they are written', () => {
  const source = `
## [a](https://a\\.example/1)

- **[b](<https://b&period;example>)** and [c][1] <https://c.example>

[1]: https://d&#46;example/x`
  expect(linksOfMarkdown(source)).toEqual([
    'https://a.example/1',
    'https://b.example',
    'https://d.example/x',
    'https://c.example',
  ])
  expect(linksOfMarkdown('No link: [x](javascript:1) ![y](https://a.example)')).not.toContain('javascript:1')
})
