/** Links of the operator's texts name plain routes; on a language's own address they stay on its prefix. */
export const prefixLinks = (html: string, base: string): string =>
  base === '' ? html : html.replaceAll(/(<a href=")(\/(?!user\b)[^"]*")/g, `$1${base}$2`)
