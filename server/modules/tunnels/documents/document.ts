import { replaceInvisibleCharacters } from '#shared/visible-text.ts'
import { mihomo } from './mihomo.ts'
import { plainList } from './plain-list.ts'
import { singBox } from './sing-box.ts'
import type { Format, SingBoxFields } from './format.rules.ts'
import type { Entry } from './entry.ts'

type Account = {
  readonly brand: string
  readonly up: number
  readonly down: number
  readonly validUntil: Date | null
  readonly isActive: boolean
}
export type LinkDocument<Body = string> = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

const typeOf: Readonly<Record<Format, string>> = {
  mihomo: 'text/yaml; charset=utf-8',
  'sing-box': 'application/json',
  list: 'text/plain; charset=utf-8',
}
const updateHours = 12

/**
 * Names that the apps' cores Mihomo or sing-box reserve. Both reject a whole document for a reserved or duplicate name.
 */
const reserved = ['dns', 'direct', 'reject', 'reject-drop', 'pass', 'compatible', 'global']

const notYaml = /[\uFEFF\p{Noncharacter_Code_Point}]/gu
/**
 * Cleans the name of a tunnel. Removes characters that YAML forbids, because Mihomo rejects a whole document for one of
 * them (MetaCubeX/mihomo#2242). Also removes half surrogate pairs, which a URI cannot contain.
 */
const nameOf = (text: string): string => {
  const name = replaceInvisibleCharacters(text.toWellFormed()).replaceAll(notYaml, '').trim()
  return name === '' ? 'VPN' : name
}

/** Adds numbers to duplicate names of tunnels, because apps identify tunnels by name. */
function tellApart(entries: readonly Entry[], group: string): Entry[] {
  const taken = new Set([group.toLowerCase(), ...reserved])
  return entries.map((entry) => {
    const clean = nameOf(entry.name)
    let name = clean
    for (let times = 2; taken.has(name.toLowerCase()); times++) name = `${clean} (${times})`
    taken.add(name.toLowerCase())
    return { ...entry, name }
  })
}

/**
 * Name of the group in which apps let the user select a tunnel. Contains no commas, because Mihomo ends a rule at a
 * comma.
 */
const groupOf = (brand: string): string => {
  const name = nameOf(brand.replaceAll(',', ' '))
  return reserved.includes(name.toLowerCase()) ? 'VPN' : name
}

const dayMs = 86_400_000
/**
 * Expiry in milliseconds that apps show. For a blocked account or one without time it is yesterday, because apps show
 * zero as 1970 or as "never".
 */
function expiryOf({ validUntil, isActive }: Account): number {
  const end = validUntil?.getTime() ?? 0
  if (isActive) return end
  const yesterday = Date.now() - dayMs
  return end > 0 && end < Date.now() ? end : yesterday
}

/**
 * Value of the `content-disposition` header of a subscription document. Clash apps use the file name as the profile's
 * name. The ASCII name is for apps that do not read `filename*` (RFC 6266).
 */
function dispositionOf(brand: string): string {
  const ascii = brand.replaceAll(/[^\w .-]/g, '').trim()
  const encoded = encodeURIComponent(brand).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii === '' ? 'VPN' : ascii}"; filename*=UTF-8''${encoded}`
}

const counts = ['upload', 'download', 'total', 'expire'] as const
type Counts = Readonly<Record<(typeof counts)[number], number | string>>
/**
 * Value of the `subscription-userinfo` header. Always contains all four numbers, because apps break if one is missing.
 * A space follows each semicolon, or some apps read only the first number (mihomo-party-org/clash-party#950).
 */
const userInfo = (of: Counts): string => counts.map((name) => `${name}=${of[name]}`).join('; ')

const countsOf = (account: Account): Counts => ({
  upload: account.up,
  download: account.down,
  total: 0,
  expire: Math.floor(expiryOf(account) / 1000),
})

function brandHeaders({ brand }: Account): Record<string, string> {
  const name = nameOf(brand)
  return {
    'profile-title': `base64:${Buffer.from(name).toString('base64')}`,
    'content-disposition': dispositionOf(name),
  }
}
/**
 * Header with the hours between an app's updates. A panel's own value is passed on only if it is a whole number,
 * because apps switch updates off at zero and cannot read other text.
 */
const intervalOf = (stated = ''): Record<string, string> => ({
  'profile-update-interval': /^[1-9]\d{0,3}$/.test(stated.trim()) ? stated.trim() : String(updateHours),
})

function bodyOf(format: Format, entries: readonly Entry[], group: string, fields: SingBoxFields): string {
  if (format === 'mihomo') return mihomo(entries, group)
  return format === 'sing-box' ? singBox(entries, group, fields) : plainList(entries)
}

export function linkDocument(
  format: Format,
  entries: readonly Entry[],
  account: Account,
  fields: SingBoxFields = '1.12',
): LinkDocument {
  const group = groupOf(account.brand)
  return {
    headers: {
      ...intervalOf(),
      ...brandHeaders(account),
      'subscription-userinfo': userInfo(countsOf(account)),
      'content-type': typeOf[format],
    },
    body: bodyOf(format, tellApart(entries, group), group, fields),
  }
}

type Foreign = {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Normalises a number in a panel's header to digits. PHP writes large numbers as 1.07E+14, of which apps read only the
 * first digit. A number that has only digits stays text, because a JavaScript number would round 2^63 - 1 up to one
 * that apps cannot read.
 */
const wholeIn = (text: string): string => (/^\d+$/.test(text) ? text : BigInt(Math.round(Number(text))).toString())

/**
 * Reads traffic and expiry from a panel's header `subscription-userinfo`. If one of the four numbers is missing,
 * returns the shop's own numbers. If the panel's expiry is zero, uses the shop's own expiry.
 */
function countsIn(info: string, account: Account): Counts {
  const own = countsOf(account)
  const number = String.raw`(\d+(?:\.\d+)?(?:e\+?\d{1,2})?)\s*(?:;|$)`
  const found = counts.map((name) => {
    const [, text] = new RegExp(String.raw`\b${name}=\s*${number}`, 'i').exec(info) ?? []
    return [name, text && wholeIn(text)] as const
  })
  if (found.some(([, value]) => value === undefined)) return own
  const told = Object.fromEntries(found) as Counts
  return Number(told.expire) === 0 ? { ...told, expire: own.expire } : told
}

/**
 * Passes on the body of a panel's document unchanged. Its headers get the brand's name, because the panel knows the
 * customer only by a pseudonym, and checked numbers for update interval and usage.
 */
export function foreignDocument({ contentType, headers, body }: Foreign, account: Account): LinkDocument<Uint8Array> {
  const { 'subscription-userinfo': info = '', ...rest } = headers
  return {
    headers: {
      ...rest,
      ...intervalOf(rest['profile-update-interval']),
      ...brandHeaders(account),
      'subscription-userinfo': userInfo(countsIn(info, account)),
      'content-type': contentType,
    },
    body,
  }
}
