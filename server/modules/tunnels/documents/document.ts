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

/** Names that Mihomo or sing-box reserve. Both also reject a whole document for a duplicate name. */
const reserved = ['dns', 'direct', 'reject', 'reject-drop', 'pass', 'compatible', 'global']

/** Numbers duplicate names, because apps identify entries by name. */
function tellApart(entries: readonly Entry[], group: string): Entry[] {
  const taken = new Set([group.toLowerCase(), ...reserved])
  return entries.map((entry) => {
    let { name } = entry
    for (let times = 2; taken.has(name.toLowerCase()); times++) name = `${entry.name} (${times})`
    taken.add(name.toLowerCase())
    return { ...entry, name }
  })
}

/** Name of the selector group. Mihomo ends a rule at a comma and trims blanks. */
const groupOf = (brand: string): string => {
  const name = brand.replaceAll(',', ' ').trim()
  return name === '' || reserved.includes(name.toLowerCase()) ? 'VPN' : name
}

const dayMs = 86_400_000
/**
 * Apps show a zero as 1970 or as "never", so an account without time, or a blocked one, gets an end at least in the
 * past: yesterday.
 */
function expiryOf({ validUntil, isActive }: Account): number {
  const end = validUntil?.getTime() ?? 0
  if (isActive) return end
  const yesterday = Date.now() - dayMs
  return end > 0 && end < Date.now() ? end : yesterday
}

/**
 * Clash apps take a profile's name from the file name. The ASCII part is for apps that do not read `filename*` of RFC
 * 6266.
 */
function dispositionOf(brand: string): string {
  const ascii = brand.replaceAll(/[^\w .-]/g, '').trim()
  const encoded = encodeURIComponent(brand.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii === '' ? 'VPN' : ascii}"; filename*=UTF-8''${encoded}`
}

/** Headers for apps. All four numbers of the account are always present: apps break if one is missing. */
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

/** Returns the document of a link for an app. `fields`: sing-box fields that the app's core reads. */
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

/** Returns a panel's document unchanged, but under the brand's name: the panel only knows the customer's pseudonym. */
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
