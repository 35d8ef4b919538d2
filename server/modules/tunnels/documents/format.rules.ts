export type Format = 'mihomo' | 'sing-box' | 'list'

/**
 * Set of config fields that the core of an app (sing-box) supports, by version. 1.11 replaced the `dns` outbound and
 * sniffing at inbounds by rule actions (1.13 removes the old fields). 1.12 replaced the form of DNS servers (1.14
 * removes the old form). `outbounds`: only servers, for apps with settings of their own.
 */
export type SingBoxFields = '1.10' | '1.11' | '1.12' | 'outbounds'

/** First words of the user agents of each app family. Forks append a word or use another name. */
const families: readonly (readonly [format: Format, names: RegExp])[] = [
  ['mihomo', /^(clash|flclash|mihomo|stash|flowvy|murge|prizrak-?box|koala[- ]?clash)/],
  ['sing-box', /^(sing-?box|sf[ailmtw]$|hiddify|karing)/],
  ['list', /^(v2ray|v2box|shadowrocket|happ$|streisand|neko(box|ray)|incy$|throne$|quantumult|loon$|surge)/],
]
const asked: Readonly<Record<string, Format>> = {
  clash: 'mihomo',
  meta: 'mihomo',
  mihomo: 'mihomo',
  'sing-box': 'sing-box',
  singbox: 'sing-box',
  list: 'list',
  v2ray: 'list',
}

const firstProduct = (userAgent: string): string => (/^[^\s/;(]{0,100}/.exec(userAgent.trim())?.[0] ?? '').toLowerCase()
const shortened = (userAgent: string): string => userAgent.slice(0, 500)

/**
 * Chooses the format of a document for an app. A format named in the URL comes first, then the app's own name at the
 * start of the user agent. An unknown app that claims to be compatible with Mihomo gets Mihomo's format, any other the
 * plain list.
 */
export function chooseFormat(userAgent: string, wanted: string | undefined): Format {
  const named = wanted === undefined ? undefined : asked[wanted.toLowerCase()]
  if (named) return named
  const app = firstProduct(userAgent)
  const family = families.find(([, names]) => names.test(app))?.[0]
  return family ?? (/mihomo|clash[.-]?meta/i.test(shortened(userAgent)) ? 'mihomo' : 'list')
}

export function chooseSingBoxFields(userAgent: string): SingBoxFields {
  const app = firstProduct(userAgent)
  if (/^(hiddify|karing)/.test(app)) return 'outbounds'
  if (!/^(sing-?box|sf[ailmtw]$)/.test(app)) return '1.12'
  const version =
    /sing-box[ /]v?(\d{1,4})\.(\d{1,4})/i.exec(shortened(userAgent)) ?? /\/v?(\d{1,4})\.(\d{1,4})/.exec(userAgent)
  const [major, minor] = version ? [Number(version[1]), Number(version[2])] : [1, 12]
  if (major !== 1 || minor >= 12) return '1.12'
  return minor === 11 ? '1.11' : '1.10'
}

const robots =
  /bot$|^(slackbot-|mattermost-bot|dingtalkbot|whatsapp$|facebookexternalhit$|meta-externalagent$|iframely$|google-pagerenderer$|skypeuripreview$|line-poker$)/
const robotsInside = /bot\b|crawler|spider|facebookexternalhit|vkshare|preview\b|whatsapp|\(\+https?:/i

const isBrowser = (userAgent: string): boolean => firstProduct(userAgent) === 'mozilla'

/** True for crawlers and for robots that render link previews in chats, never for an app. */
const isRobot = (userAgent: string): boolean =>
  isBrowser(userAgent) ? robotsInside.test(shortened(userAgent)) : robots.test(firstProduct(userAgent))

/**
 * True for a browser or a robot, which cannot use a subscription document. A browser that asks for a format is let
 * through, because a person wants to see the document.
 */
export const isOnlooker = (userAgent: string, wanted: string | undefined): boolean =>
  isRobot(userAgent) || (wanted === undefined && isBrowser(userAgent))

/**
 * User agents by which we request each format from VPN panels. Panels recognise them by default: Remnawave 3.3.2
 * (`^sfa|sfi|…`, `^mihomo`) and Marzban 0.8.4 (`^SFA`, `^mihomo`). Neither recognises "sing-box" itself, and both send
 * a plain list to unknown agents.
 */
const appOf: Readonly<Record<Format, string>> = {
  mihomo: 'mihomo/1.19',
  'sing-box': 'SFA/1.12 (sing-box 1.12)',
  list: 'v2rayNG/1.10',
}

/** Apps that can read several formats, so the panel may choose the format. */
const readsMore = /^(stash|hiddify|karing)/

export type PanelQuestion = {
  readonly agents: readonly string[]
  /** Format that the document must have. Null accepts the format that the panel chooses. */
  readonly format: Format | null
  /** If true, a document of another format is rejected. If false, the app gets what the panel chooses for it. */
  readonly isStrict: boolean
}

/**
 * Decides how to request an app's document from a VPN panel. The panel may not know the app, so a second request uses a
 * name that every panel knows. If the URL names a format, the app's own name is used first only if the app reads that
 * format.
 */
export function panelQuestion(userAgent: string, wanted: string | undefined): PanelQuestion {
  const format = wanted === undefined ? undefined : asked[wanted.toLowerCase()]
  const own = isBrowser(userAgent) ? null : chooseFormat(userAgent, undefined)
  if (format !== undefined)
    return { agents: own === format ? [userAgent, appOf[format]] : [appOf[format]], format, isStrict: true }
  if (own === null || own === 'list' || readsMore.test(firstProduct(userAgent)))
    return { agents: [userAgent], format: null, isStrict: false }
  return { agents: [userAgent, appOf[own]], format: own, isStrict: false }
}
