export type Format = 'mihomo' | 'sing-box' | 'list'

/**
 * Fields that a sing-box core reads. 1.11 replaced the `dns` outbound and sniffing at inbounds by rule actions (1.13
 * removes both); 1.12 replaced the form of DNS servers (1.14 removes the old form). `outbounds`: an app that has
 * settings of its own.
 */
export type SingBoxFields = '1.10' | '1.11' | '1.12' | 'outbounds'

/** First words of the user agents of each app family; forks append a word or take another name. */
const families: readonly (readonly [format: Format, names: RegExp])[] = [
  ['mihomo', /^(clash|flclash|mihomo|stash|flowvy|murge|prizrak-?box|koala[- ]?clash)/],
  ['sing-box', /^(sing-?box|sf[ailmtw]$|hiddify|karing)/],
  ['list', /^(v2ray|v2box|shadowrocket|happ$|streisand|neko(box|ray)|incy$|throne$|quantumult|loon$|surge)/],
]
/** Formats by their names in a link, those of other panels included. */
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
 * Returns the format for an app. A format in the address wins, then the app's own name, which stands first in the user
 * agent. An unknown app that claims to be like Mihomo gets Mihomo's format.
 */
export function chooseFormat(userAgent: string, wanted: string | undefined): Format {
  const named = wanted === undefined ? undefined : asked[wanted.toLowerCase()]
  if (named) return named
  const app = firstProduct(userAgent)
  const family = families.find(([, names]) => names.test(app))?.[0]
  return family ?? (/mihomo|clash[.-]?meta/i.test(shortened(userAgent)) ? 'mihomo' : 'list')
}

/** Returns the sing-box fields for an app by the version of its core; the current fields if it names no version. */
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
/** Signs of robots whose user agent begins like a browser's. */
const robotsInside = /bot\b|crawler|spider|facebookexternalhit|vkshare|preview\b|whatsapp|\(\+https?:/i

const isBrowser = (userAgent: string): boolean => firstProduct(userAgent) === 'mozilla'

/** True for crawlers and for robots that draw link previews in chats; never for an app. */
const isRobot = (userAgent: string): boolean =>
  isBrowser(userAgent) ? robotsInside.test(shortened(userAgent)) : robots.test(firstProduct(userAgent))

/**
 * True for a browser or a robot, which would not use the link. A person who names a format in a browser wants the
 * document.
 */
export const isOnlooker = (userAgent: string, wanted: string | undefined): boolean =>
  isRobot(userAgent) || (wanted === undefined && isBrowser(userAgent))

/**
 * User agents that the default rules of panels recognise: Remnawave 3.3.2 (`^sfa|sfi|…`, `^mihomo`) and Marzban 0.8.4
 * (`^SFA`, `^mihomo`). Neither recognises "sing-box" itself; both send a plain list to unknown agents.
 */
const appOf: Readonly<Record<Format, string>> = {
  mihomo: 'mihomo/1.19',
  'sing-box': 'SFA/1.12 (sing-box 1.12)',
  list: 'v2rayNG/1.10',
}

/** Apps of the first two families that read other formats too, so they take a panel's choice. */
const readsMore = /^(stash|hiddify|karing)/

export type PanelQuestion = {
  /** User agents to try, in order. */
  readonly agents: readonly string[]
  /** Format that the document must have; null takes the panel's choice. */
  readonly format: Format | null
  /** A document of another format is refused. If false, the panel's choice for the app is handed on instead. */
  readonly isStrict: boolean
}

/**
 * Returns how to ask a panel for a document. An app that a panel may not know is asked for again under a name that
 * every panel knows. With a format in the address, only an app of that format asks as itself first, because a panel may
 * know its version.
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
