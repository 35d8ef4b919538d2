export type Format = 'mihomo' | 'sing-box' | 'list'

const families: Readonly<Record<'mihomo' | 'sing-box', readonly string[]>> = {
  mihomo: [
    'clash',
    'clash-verge',
    'clash.meta',
    'clashmeta',
    'clashmetaforandroid',
    'clashx',
    'flclash',
    'mihomo',
    'stash',
    'mihomo-party',
    'mihomo.party',
    'clash-nyanpasu',
  ],
  'sing-box': ['sing-box', 'sfa', 'sfi', 'sfm', 'sft', 'hiddify', 'hiddifynext', 'karing'],
}
const byApp = new Map<string, Format>(
  Object.entries(families).flatMap(([format, apps]) => apps.map((app) => [app, format as Format] as const)),
)
const asked: Readonly<Record<string, Format>> = {
  clash: 'mihomo',
  mihomo: 'mihomo',
  'sing-box': 'sing-box',
  singbox: 'sing-box',
  list: 'list',
}

const firstProduct = (userAgent: string): string => (/^[^\s/;(]{0,100}/.exec(userAgent.trim())?.[0] ?? '').toLowerCase()

/** What this app reads, by its first name alone: some name every other app behind it. What the address asks for wins. */
export function chooseFormat(userAgent: string, wanted: string | undefined): Format {
  const named = wanted === undefined ? undefined : asked[wanted.toLowerCase()]
  return named ?? byApp.get(firstProduct(userAgent)) ?? 'list'
}

/** A browser, or what draws a preview of an address in a chat: no app that would use the link. */
export const isOnlooker = (userAgent: string): boolean =>
  firstProduct(userAgent) === 'mozilla' ||
  /bot\b|crawler|spider|facebookexternalhit|whatsapp|preview/i.test(userAgent.slice(0, 500))

const appOf: Readonly<Record<Format, string>> = {
  mihomo: 'mihomo/1.19',
  'sing-box': 'sing-box 1.12',
  list: 'v2rayNG/1.10',
}

/** As which app a panel is asked, so that it makes what the address asks for; without that as the app that asks. */
export const appFor = (userAgent: string, wanted: string | undefined): string => {
  const named = wanted === undefined ? undefined : asked[wanted.toLowerCase()]
  return named === undefined ? userAgent : appOf[named]
}
