import { mihomo } from './mihomo.ts'
import { plainList } from './plain-list.ts'
import { singBox } from './sing-box.ts'
import type { Format } from './format.rules.ts'
import type { Entry } from './entry.ts'

export type Account = {
  readonly brand: string
  readonly up: number
  readonly down: number
  readonly validUntil: Date | null
}
export type LinkDocument<Body = string> = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

const bodies: Readonly<Record<Format, (entries: readonly Entry[], group: string) => string>> = {
  mihomo,
  'sing-box': singBox,
  list: plainList,
}
const typeOf: Readonly<Record<Format, string>> = {
  mihomo: 'text/yaml; charset=utf-8',
  'sing-box': 'application/json',
  list: 'text/plain; charset=utf-8',
}
const updateHours = 12

/** Names of their own in Mihomo and sing-box; one refuses a whole document for a name that comes twice. */
const reserved = ['direct', 'reject', 'reject-drop', 'pass', 'compatible', 'global']

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

/** All four numbers of the account are there: apps break where one is missing. */
const accountHeaders = ({ brand, up, down, validUntil }: Account): Record<string, string> => ({
  'profile-update-interval': String(updateHours),
  'profile-title': `base64:${Buffer.from(brand).toString('base64')}`,
  'subscription-userinfo': `upload=${up}; download=${down}; total=0; expire=${validUntil ? Math.floor(validUntil.getTime() / 1000) : 0}`,
})

/** What an app gets for a link. */
export function linkDocument(format: Format, entries: readonly Entry[], account: Account): LinkDocument {
  const group = groupOf(account.brand)
  return {
    headers: {
      ...accountHeaders(account),
      'content-type': typeOf[format],
      ...(format === 'mihomo' && { 'content-disposition': 'attachment; filename="wayfare.yaml"' }),
    },
    body: bodies[format](tellApart(entries, group), group),
  }
}

type Foreign = {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
const four = ['upload', 'download', 'total', 'expire']

/** A document that another made, as it is, under our name; what apps need and it lacks is ours. */
export function foreignDocument({ contentType, headers, body }: Foreign, account: Account): LinkDocument<Uint8Array> {
  const ours = accountHeaders(account)
  const { 'subscription-userinfo': info = '', ...rest } = headers
  const isWhole = four.every((name) => new RegExp(`\\b${name}=\\d`).test(info))
  return {
    headers: {
      ...ours,
      ...rest,
      'profile-title': ours['profile-title'] as string,
      ...(isWhole && { 'subscription-userinfo': info }),
      'content-type': contentType,
    },
    body,
  }
}
