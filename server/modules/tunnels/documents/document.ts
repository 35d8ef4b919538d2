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
export type LinkDocument = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

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

/** What an app gets for a link. All four numbers of the account are there: apps break where one is missing. */
export function linkDocument(format: Format, entries: readonly Entry[], account: Account): LinkDocument {
  const { brand, up, down, validUntil } = account
  const expire = validUntil ? Math.floor(validUntil.getTime() / 1000) : 0
  return {
    headers: {
      'profile-update-interval': String(updateHours),
      'profile-title': `base64:${Buffer.from(brand).toString('base64')}`,
      'subscription-userinfo': `upload=${up}; download=${down}; total=0; expire=${expire}`,
      'content-type': typeOf[format],
      ...(format === 'mihomo' && { 'content-disposition': 'attachment; filename="wayfare.yaml"' }),
    },
    body: bodies[format](tellApart(entries), brand),
  }
}
