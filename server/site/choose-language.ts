import { pickLanguage, type Language } from '#shared/language.ts'

type Address = {
  readonly path: string
  readonly prefix: Language | null
  readonly trailingSlash: boolean
}

export function parseAddress(url: string): Address {
  const query = url.indexOf('?')
  const full = query < 0 ? url : url.slice(0, query)
  const prefix = /^\/(en|zh-CN)(?=\/|$)/.exec(full)?.[1] as Language | undefined
  const rest = prefix ? full.slice(prefix.length + 1) : full
  const trailingSlash = rest.length > 1 && rest.endsWith('/')
  return { path: trailingSlash ? rest.slice(0, -1) : rest || '/', prefix: prefix ?? null, trailingSlash }
}

/**
 * Language of a visit: from the URL, otherwise from the language cookie, otherwise from the browser's language. Only
 * the first tag of `Accept-Language` counts, because Chinese browsers also list English.
 */
export function chooseLanguage(
  prefix: Language | null,
  cookie: string | undefined,
  acceptLanguage: string | undefined,
): Language {
  if (prefix) return prefix
  const stored = cookie === undefined ? undefined : /(?:^|; ?)language=(en|zh-CN)(?:;|$)/.exec(cookie)?.[1]
  return pickLanguage(stored, acceptLanguage?.split(/[,;]/, 1)[0])
}
