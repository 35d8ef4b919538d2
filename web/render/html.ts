/** Escapes text for HTML and SVG content and double-quoted attributes. Drops characters that XML forbids. */
export const escapeHtml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are the ones that are meant
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replaceAll(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

export const plainHtml = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Adds the language prefix to links in the operator's texts, which are written without it; links to the account area
 * have none.
 */
export const prefixLinks = (html: string, base: string): string =>
  base === '' ? html : html.replaceAll(/(<a href=")(\/(?!user\b)[^"]*")/g, `$1${base}$2`)
