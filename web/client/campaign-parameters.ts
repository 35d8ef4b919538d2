import type { CallInput } from '#web/client/api.ts'

export type CampaignOrigin = NonNullable<CallInput<'/api/user/user_register_username'>['campaign']>

const valuePattern = /^[\w-]{1,64}$/
/** This tab's memory of what was declined to be kept. */
export const tabKey = 'campaign'
/** The cookie that names the visit itself: without it nothing was agreed to. */
export const visitCookie = 'visit'
const clicks = ['gclid', 'wbraid', 'gbraid', 'vid'] as const

/** The listed parameters of an address that look like codes; nothing else of it is ever kept. */
export function readParameters(search: string, parameters: string): [name: string, value: string][] {
  const found = new URLSearchParams(search)
  return parameters.split('|').flatMap((name): [string, string][] => {
    const value = found.get(name)
    return value !== null && valuePattern.test(value) ? [[name, value]] : []
  })
}

/** For https alone; on a parent domain where one is given. */
export const cookieOf = (
  name: string,
  value: string,
  { days, domain }: { readonly days: number; readonly domain: string | undefined },
): string => `${name}=${value};path=/;max-age=${days * 86_400};secure;samesite=lax${domain ? `;domain=${domain}` : ''}`

/** `document.cookie` as names and values. */
export const readCookies = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('; ').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=')
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : []
    }),
  )

type Kept = {
  /** The address of this page: while no one has answered, the code travels in it. */
  readonly search: string
  /** What this tab remembers. */
  readonly tab: unknown
  /** `document.cookie`. */
  readonly cookies: string
  /** In milliseconds. */
  readonly now: number
}

/**
 * Where someone comes from who registers now: the newest referral there is, this page's, else this tab's, else the one
 * that was kept. What advertising networks want to know goes along after consent alone.
 */
export function originOf({ search, tab, cookies, now }: Kept): CampaignOrigin {
  const kept = readCookies(cookies)
  const valid = (value: unknown) => (typeof value === 'string' && valuePattern.test(value) ? value : undefined)
  const inTab = typeof tab === 'object' && tab !== null && 'r' in tab ? tab.r : undefined
  const fromAddress = valid(new URLSearchParams(search).get('r'))
  const here = fromAddress ?? valid(inTab)
  const r = here ?? valid(kept.get('r'))
  const visit = valid(kept.get(visitCookie))
  if (visit === undefined) {
    const keptAt = typeof tab === 'object' && tab !== null && 'at' in tab ? tab.at : undefined
    const followedAt = fromAddress === undefined && Number.isSafeInteger(keptAt) ? Math.max(0, keptAt as number) : now
    return { ...(r !== undefined && { r, followedAt: Math.min(now, followedAt) }), consented: false }
  }
  const values = [...clicks.map((name) => [name, valid(kept.get(name))] as const), ['visit', visit] as const]
  return {
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    ...(r !== undefined && { r }),
    consented: true,
  }
}

/** The invite code of a referral: "W4YF7K2M-telegram" → "W4YF7K2M". */
export const inviteCodeOf = (referral: string): string => referral.split('-', 1)[0] ?? ''
