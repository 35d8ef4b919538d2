import { timingSafeEqual } from 'node:crypto'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { Database } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { sessionHours } from './operators.rules.ts'
import { sessionLife, tokenDigest } from './operators.service.ts'
import * as sessions from './sessions.repo.ts'

/**
 * Kind of a pass by which an operator's browser sees the shop. `look`: shows the shop even while it is closed.
 * `rehearsal`: in addition, purchases in this browser are test orders.
 */
type PassKind = 'look' | 'rehearsal'
export type ShopPass = { readonly kind: PassKind; readonly operatorId: string; readonly operator: string }

/** True for roles that may make test purchases: those that could refund a real purchase. */
export const mayRehearse = (role: OperatorRole): boolean => role === 'owner' || role === 'finance'

/**
 * Milliseconds for which a shop pass is valid. A pass in a link only has to survive the redirect from the console to
 * the shop. A pass in a cookie ends at the latest with the operator's session.
 */
const lifeMs = { link: 60_000, cookie: sessionHours * 3_600_000 }
type Carrier = keyof typeof lifeMs

const form = /^(look|rehearsal)\.(\d{13})\.([\w-]{43})\.([\w-]{43})$/

/**
 * Passes by which an operator's browser sees a closed shop. A pass ends with the operator's console session: by
 * sign-out, idleness or a disabled account. A pass made for a link is invalid in a cookie, and the other way round.
 */
export function createShopPasses(database: Database, digest: KeyedDigest) {
  const proofOf = (carrier: Carrier, text: string) => digest(`shop pass ${carrier}`, text)
  function write(carrier: Carrier, kind: PassKind, session: Buffer, now: number): string {
    const text = `${kind}.${now + lifeMs[carrier]}.${session.toString('base64url')}`
    return `${text}.${proofOf(carrier, text).toString('base64url')}`
  }
  function open(carrier: Carrier, pass: string, now: number): { kind: PassKind; session: Buffer } | null {
    const [, kind, until, session, proof] = form.exec(pass) ?? []
    if (kind === undefined || session === undefined || proof === undefined) return null
    const isOurs = timingSafeEqual(proofOf(carrier, `${kind}.${until}.${session}`), Buffer.from(proof, 'base64url'))
    if (!isOurs || Number(until) <= now) return null
    return { kind: kind as PassKind, session: Buffer.from(session, 'base64url') }
  }
  return {
    /** Makes the shop pass in the link from the console to the shop, for the operator with this session token. */
    linkFor: (token: string, kind: PassKind, now = Date.now()): string => write('link', kind, tokenDigest(token), now),
    /** Exchanges the shop pass of a link for one in a cookie. Null if the link is forged or older than a minute. */
    cookieFor(link: string, now = Date.now()): string | null {
      const opened = open('link', link, now)
      return opened && write('cookie', opened.kind, opened.session, now)
    },
    /** Finds the shop pass in a cookie. Null if the pass is forged, or its operator is no longer signed in. */
    async find(cookie: string, now = Date.now()): Promise<ShopPass | null> {
      const opened = open('cookie', cookie, now)
      const session = opened && (await sessions.findSession(database, opened.session, sessionLife))
      if (!session) return null
      const { operatorId, name: operator, role } = session
      return { kind: mayRehearse(role) ? opened.kind : 'look', operatorId, operator }
    },
  }
}
export type ShopPasses = ReturnType<typeof createShopPasses>

/**
 * Cookie with a shop pass. SameSite is Lax, because a payment provider's page leads back to the shop by a cross-site
 * link.
 */
export function createPassCookie(publicOrigin: string) {
  const isSecure = publicOrigin.startsWith('https:')
  const name = isSecure ? '__Host-pass' : 'pass'
  const rest = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const pattern = new RegExp(`(?:^|; ?)${name}=([\\w.-]{20,200})(?:;|$)`)
  return {
    read: (cookies: string | undefined): string | null =>
      cookies === undefined ? null : (pattern.exec(cookies)?.[1] ?? null),
    set: (pass: string) => `${name}=${pass}; ${rest}; Max-Age=${lifeMs.cookie / 1000}`,
    clear: `${name}=; ${rest}; Max-Age=0`,
  }
}
