import { mihomo } from './mihomo.ts'
import { plainList } from './plain-list.ts'
import { singBox } from './sing-box.ts'
import type { Format, SingBoxFields } from './format.rules.ts'
import type { Entry } from './entry.ts'

export type Account = {
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

/** Names of their own in Mihomo and sing-box; one refuses a whole document for a name that comes twice. */
const reserved = ['dns', 'direct', 'reject', 'reject-drop', 'pass', 'compatible', 'global']

/** Names in which apps tell entries apart: one that is taken is numbered. */
function tellApart(entries: readonly Entry[], group: string): Entry[] {
  const taken = new Set([group.toLowerCase(), ...reserved])
  return entries.map((entry) => {
    let { name } = entry
    for (let times = 2; taken.has(name.toLowerCase()); times++) name = `${entry.name} (${times})`
    taken.add(name.toLowerCase())
    return { ...entry, name }
  })
}

/** The name under which one of the entries is chosen. A rule of Mihomo ends at a comma, and it takes blanks off. */
const groupOf = (brand: string): string => {
  const name = brand.replaceAll(',', ' ').trim()
  return name === '' || reserved.includes(name.toLowerCase()) ? 'VPN' : name
}

const dayMs = 86_400_000
/** Apps show a zero as 1970 or as "never": an account that has no time, or is blocked, ended a day ago at the latest. */
function expiryOf({ validUntil, isActive }: Account): number {
  const end = validUntil?.getTime() ?? 0
  if (isActive) return end
  const yesterday = Date.now() - dayMs
  return end > 0 && end < Date.now() ? end : yesterday
}

/** Clash apps name a profile by the file name. The part in ASCII is for those that do not read RFC 6266's `filename*`. */
function dispositionOf(brand: string): string {
  const ascii = brand.replaceAll(/[^\w .-]/g, '').trim()
  const encoded = encodeURIComponent(brand.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii === '' ? 'VPN' : ascii}"; filename*=UTF-8''${encoded}`
}

/** All four numbers of the account are there: apps break where one is missing. */
const accountHeaders = (account: Account): Record<string, string> => ({
  'profile-update-interval': String(updateHours),
  'profile-title': `base64:${Buffer.from(account.brand).toString('base64')}`,
  'content-disposition': dispositionOf(account.brand),
  'subscription-userinfo': `upload=${account.up}; download=${account.down}; total=0; expire=${Math.floor(expiryOf(account) / 1000)}`,
})

function bodyOf(format: Format, entries: readonly Entry[], group: string, fields: SingBoxFields): string {
  if (format === 'mihomo') return mihomo(entries, group)
  return format === 'sing-box' ? singBox(entries, group, fields) : plainList(entries)
}

/** Returns what an app gets for a link. `fields`: what its core of sing-box reads. */
export function linkDocument(
  format: Format,
  entries: readonly Entry[],
  account: Account,
  fields: SingBoxFields = '1.12',
): LinkDocument {
  const group = groupOf(account.brand)
  return {
    headers: { ...accountHeaders(account), 'content-type': typeOf[format] },
    body: bodyOf(format, tellApart(entries, group), group, fields),
  }
}

type Foreign = {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
const four = ['upload', 'download', 'total', 'expire']

/** A document that a panel made, unchanged, under the brand's name: a panel names it by the customer's pseudonym. */
export function foreignDocument({ contentType, headers, body }: Foreign, account: Account): LinkDocument<Uint8Array> {
  const { 'profile-update-interval': interval, 'subscription-userinfo': counted, ...branded } = accountHeaders(account)
  const { 'subscription-userinfo': info = '', ...rest } = headers
  const isWhole = four.every((name) => new RegExp(`\\b${name}=\\d`).test(info))
  return {
    headers: {
      'profile-update-interval': interval as string,
      ...rest,
      ...branded,
      'subscription-userinfo': isWhole ? info : (counted as string),
      'content-type': contentType,
    },
    body,
  }
}
