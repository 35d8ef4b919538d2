import { pickLanguage, type Language } from '#shared/language.ts'

export type Address = {
  /** Without the language prefix, never ending in a slash but for '/'. */
  readonly path: string
  readonly prefix: Language | null
  readonly trailingSlash: boolean
}

/** Splits '/zh-CN/pricing/?a=b' into its parts. */
export function parseAddress(url: string): Address {
  const query = url.indexOf('?')
  const full = query < 0 ? url : url.slice(0, query)
  const prefix = /^\/(en|zh-CN)(?=\/|$)/.exec(full)?.[1] as Language | undefined
  const rest = prefix ? full.slice(prefix.length + 1) : full
  const trailingSlash = rest.length > 1 && rest.endsWith('/')
  return { path: trailingSlash ? rest.slice(0, -1) : rest || '/', prefix: prefix ?? null, trailingSlash }
}

/**
 * The language of a visit. The address decides; else the cookie that mirrors the stored choice; else SPEC §1's rule on
 * the browser's language, which is the first tag of `Accept-Language` and no other: a Chinese browser lists English too.
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
