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

const bodies: Readonly<Record<Format, (entries: readonly Entry[], brand: string) => string>> = {
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

/** Names in which apps tell entries apart: of two alike the second is numbered. */
function tellApart(entries: readonly Entry[]): Entry[] {
  const taken = new Map<string, number>()
  return entries.map((entry) => {
    const times = (taken.get(entry.name) ?? 0) + 1
    taken.set(entry.name, times)
    return times === 1 ? entry : { ...entry, name: `${entry.name} (${times})` }
  })
}

/** All four numbers of the account are there: apps break where one is missing. */
const accountHeaders = ({ brand, up, down, validUntil }: Account): Record<string, string> => ({
  'profile-update-interval': String(updateHours),
  'profile-title': `base64:${Buffer.from(brand).toString('base64')}`,
  'subscription-userinfo': `upload=${up}; download=${down}; total=0; expire=${validUntil ? Math.floor(validUntil.getTime() / 1000) : 0}`,
})

/** What an app gets for a link. */
export function linkDocument(format: Format, entries: readonly Entry[], account: Account): LinkDocument {
  return {
    headers: {
      ...accountHeaders(account),
      'content-type': typeOf[format],
      ...(format === 'mihomo' && { 'content-disposition': 'attachment; filename="wayfare.yaml"' }),
    },
    body: bodies[format](tellApart(entries), account.brand),
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
