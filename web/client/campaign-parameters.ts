import type { CallInput } from '#web/client/api.ts'

export type CampaignOrigin = NonNullable<CallInput<'/api/user/user_register_username'>['campaign']>

const valuePattern = /^[\w-]{1,64}$/
/** Session storage key for the campaign parameters of a visitor who declined cookies. */
export const tabKey = 'campaign'
/** Name of the cookie with the visit id. It is set only after consent. */
export const visitCookie = 'visit'
const clicks = ['gclid', 'wbraid', 'gbraid', 'vid'] as const

/** Returns the listed query parameters whose values look like codes. All other parameters are ignored. */
export function readParameters(search: string, parameters: string): [name: string, value: string][] {
  const found = new URLSearchParams(search)
  return parameters.split('|').flatMap((name): [string, string][] => {
    const value = found.get(name)
    return value !== null && valuePattern.test(value) ? [[name, value]] : []
  })
}

export const cookieOf = (
  name: string,
  value: string,
  { days, domain }: { readonly days: number; readonly domain: string | undefined },
): string => `${name}=${value};path=/;max-age=${days * 86_400};secure;samesite=lax${domain ? `;domain=${domain}` : ''}`

export const readCookies = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('; ').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=')
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : []
    }),
  )

type Kept = {
  /**
   * Query string of this page. Until the visitor answers the consent question, the referral code is stored nowhere
   * else.
   */
  readonly search: string
  readonly tab: unknown
  readonly cookies: string
  readonly now: number
}

/**
 * Campaign origin (source) of a new registration. The newest referral code wins: this page, then this tab, then the
 * cookie. Click ids of advertising networks are included only after consent.
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

/** Invite code at the start of a referral code: "W4YF7K2M-telegram" → "W4YF7K2M". */
export const inviteCodeOf = (referral: string): string => referral.split('-', 1)[0] ?? ''
