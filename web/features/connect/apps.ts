import type { GuideId } from '#text/en/site/guides.ts'

export const systems = ['ios', 'android', 'mac', 'windows'] as const
export type System = (typeof systems)[number]

/** Builds the deep link that imports a subscription link into an app. `name`: name of the service shown in the app. */
type Import = (link: string, name: string) => string

export type App = {
  readonly id: GuideId
  readonly name: string
  readonly systems: readonly System[]
  readonly home: string
  readonly costs?: true
  /** Deep link by which the app imports a subscription link. Null if the app has none and only takes a pasted link. */
  readonly import: Import | null
  /** Content of the QR code that the app's scanner reads: the subscription link itself or the deep link. */
  readonly scans: 'link' | 'import'
  readonly source: string
}

const enc = encodeURIComponent
const clash =
  (scheme: string): Import =>
  (link, name) =>
    `${scheme}://install-config?url=${enc(link)}&name=${enc(name)}`

/** Fixes the document format in the link, because apps of the Clash family send different user agents. */
const clashLink = (link: string): string => `${link}?format=mihomo`
const singBoxLink = (link: string): string => `${link}?format=sing-box`

/** Third-party VPN apps; the most common one of each system comes first. */
export const apps: readonly App[] = [
  {
    id: 'shadowrocket',
    name: 'Shadowrocket',
    systems: ['ios'],
    home: 'https://apps.apple.com/app/shadowrocket/id932747118',
    costs: true,
    import: (link, name) => `shadowrocket://add/sub://${btoa(link)}?remark=${enc(name)}`,
    scans: 'link',
    source: 'https://github.com/MHSanaei/3x-ui',
  },
  {
    id: 'clash-verge-rev',
    name: 'Clash Verge Rev',
    systems: ['mac', 'windows'],
    home: 'https://github.com/clash-verge-rev/clash-verge-rev/releases',
    import: (link, name) => clash('clash')(clashLink(link), name),
    scans: 'link',
    source: 'https://www.clashverge.dev/guide/url_schemes.html',
  },
  {
    id: 'clash-party',
    name: 'Clash Party (Mihomo Party)',
    systems: ['mac', 'windows'],
    home: 'https://github.com/mihomo-party-org/clash-party/releases',
    import: (link, name) => clash('clash')(clashLink(link), name),
    scans: 'link',
    source: 'https://github.com/mihomo-party-org/clash-party',
  },
  {
    id: 'clash-meta-android',
    name: 'Clash Meta',
    systems: ['android'],
    home: 'https://github.com/MetaCubeX/ClashMetaForAndroid/releases',
    import: (link, name) => clash('clashmeta')(clashLink(link), name),
    scans: 'link',
    source: 'https://github.com/MetaCubeX/ClashMetaForAndroid',
  },
  {
    id: 'v2rayng',
    name: 'v2rayNG',
    systems: ['android'],
    home: 'https://github.com/2dust/v2rayNG/releases',
    import: (link, name) => `v2rayng://install-sub?url=${enc(link)}#${enc(name)}`,
    scans: 'link',
    source: 'https://github.com/2dust/v2rayNG',
  },
  {
    id: 'stash',
    name: 'Stash',
    systems: ['ios', 'mac'],
    home: 'https://stash.ws',
    costs: true,
    import: (link, name) => clash('stash')(clashLink(link), name),
    scans: 'link',
    source: 'https://stash.wiki',
  },
  {
    id: 'sing-box',
    name: 'sing-box',
    systems: ['ios', 'android', 'mac'],
    home: 'https://sing-box.sagernet.org/clients/',
    import: (link, name) => `sing-box://import-remote-profile?url=${enc(singBoxLink(link))}#${enc(name)}`,
    scans: 'import',
    source: 'https://sing-box.sagernet.org/clients/general/',
  },
  {
    id: 'hiddify',
    name: 'Hiddify',
    systems: ['ios', 'android', 'mac', 'windows'],
    home: 'https://hiddify.com',
    import: (link, name) => `hiddify://import/${singBoxLink(link)}#${enc(name)}`,
    scans: 'link',
    source: 'https://github.com/hiddify/hiddify-app/wiki/URL-Scheme',
  },
  {
    id: 'v2rayn',
    name: 'v2rayN',
    systems: ['windows'],
    home: 'https://github.com/2dust/v2rayN/releases',
    import: null,
    scans: 'link',
    source: 'https://github.com/2dust/v2rayN',
  },
]

export const appsOf = (system: System): readonly App[] => apps.filter((app) => app.systems.includes(system))
