import MarkdownIt from 'markdown-it'

/**
 * Renders Markdown to safe HTML: escapes HTML in the source, rejects images, and allows links only to http, https,
 * mailto, our own paths and headings of the same page.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('image')
markdown.validateLink = (url) => /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(url.trim())
markdown.renderer.rules.heading_open = (tokens, index, options, _env, self) => {
  const token = tokens[index]
  const text = tokens[index + 1]
  if (token && text) token.attrSet('id', headingId(text.content, index))
  return self.renderToken(tokens, index, options)
}
markdown.core.ruler.push('heading-names', (state) => {
  for (const [index, token] of state.tokens.entries())
    if (token.type === 'inline' && state.tokens[index - 1]?.type === 'heading_open') {
      const last = token.children?.at(-1)
      if (last?.type === 'text') last.content = last.content.replace(namePattern, '')
    }
})
markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  const token = tokens[index]
  if (/^https?:/i.test(String(token?.attrGet('href')))) token?.attrSet('rel', 'noopener')
  return self.renderToken(tokens, index, options)
}

/**
 * Ending `{#name}` of a heading, as in `## Heading {#name}`. Both languages use the same name, so that links to the
 * heading stay valid.
 */
const namePattern = /(?<!\s)\s*\{#([a-z0-9-]+)\}\s*$/
const headingId = (text: string, index: number) => namePattern.exec(text)?.[1] ?? `part-${index}`

export const renderMarkdown = (source: string): string => markdown.render(source)

/** Link URLs of a text as the rendered page has them, without escapes and character references. */
export const linksOfMarkdown = (source: string): string[] =>
  markdown
    .parse(source, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => (token.type === 'link_open' ? [String(token.attrGet('href'))] : []))

export const listHeadings = (html: string): { id: string; title: string }[] =>
  [...html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g)].map((match) => ({
    id: match[1] ?? '',
    title: plainText(match[2] ?? ''),
  }))

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const plainText = (html: string): string =>
  html.replaceAll(/<[^<>]*>/g, '').replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
