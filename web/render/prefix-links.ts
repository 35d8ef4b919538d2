/** Adds the language prefix to links in the operator's texts, which use plain paths. */
export const prefixLinks = (html: string, base: string): string =>
  base === '' ? html : html.replaceAll(/(<a href=")(\/(?!user\b)[^"]*")/g, `$1${base}$2`)
