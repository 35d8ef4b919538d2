import type { FastifyReply, FastifyRequest } from 'fastify'
import { consoleApi, consoleHeader, pollHeader, type ConsoleMe } from '#shared/console.ts'
import { findOperatorSession, touchOperatorSession } from '#server/modules/operators/operators.service.ts'
import { sessionHours } from '#server/modules/operators/operators.rules.ts'
import type { OperatorSession } from '#server/modules/operators/sessions.repo.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Reads } from '#server/platform/replica.ts'
import { rememberBrowser } from '#server/modules/limits/device-mark.ts'
import { networkOf, widthsOf } from '#server/platform/network.ts'
import { markOwnerOf, type OperatorCaller, type OperatorDeps } from '#server/workflows/operators/sign-in-operator.ts'
import { ConsoleError } from './console-error.ts'

export type SignedIn = { readonly token: string; readonly session: OperatorSession }

export function createSessionCookie(origin: string) {
  const isSecure = origin.startsWith('https:')
  // Browsers accept a cookie named __Host-… only over https, for the path / and without a domain, so that no sibling
  // host can set it.
  const name = isSecure ? '__Host-wop' : 'wop'
  const rest = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read: (cookies: string | undefined): string | null =>
      new RegExp(`(?:^|; ?)${name}=([\\w-]{20,100})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null,
    set: (reply: FastifyReply, token: string) =>
      void reply.header('set-cookie', `${name}=${token}; ${rest}; Max-Age=${sessionHours * 3600}`),
    clear: (reply: FastifyReply) => void reply.header('set-cookie', `${name}=; ${rest}; Max-Age=0`),
  }
}
export type SessionCookie = ReturnType<typeof createSessionCookie>
export type MeAnew = (token: string) => Promise<ConsoleMe>
export type ConsoleDeps = OperatorDeps & {
  readonly config: Config
  readonly reads: Reads
  readonly cookie: SessionCookie
  readonly isExit: (address: string | undefined) => boolean
}

export const callerOf = ({ isExit }: ConsoleDeps, { ip, headers }: FastifyRequest): OperatorCaller => ({
  network: networkOf(ip),
  widths: widthsOf(ip),
  isExit: isExit(ip),
  work: typeof headers.work === 'string' ? headers.work : undefined,
  cookies: headers.cookie,
})

/** Marks this browser as known to the operator, so that failed sign-ins by strangers are counted separately. */
export function markBrowser(
  { digest, config }: ConsoleDeps,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  operatorId: string,
): void {
  const place = { path: consoleApi, secure: config.consoleOrigin.startsWith('https:') }
  reply.header('set-cookie', rememberBrowser(digest, headers.cookie, { uid: markOwnerOf(operatorId), ...place }))
}

/**
 * Refuses requests that are not from the console's own pages. Throws `ForeignOrigin` for a request that another
 * origin's page or a plain form could have sent.
 */
export function requireOwnPage({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site']
  const isOwn = headers.origin === origin && (site === undefined || site === 'same-origin')
  if (!isOwn || headers[consoleHeader.name] !== consoleHeader.value) throw new ConsoleError('ForeignOrigin')
}

export async function findSignedIn(
  database: Database,
  cookie: SessionCookie,
  { headers }: FastifyRequest,
): Promise<SignedIn | null> {
  const token = cookie.read(headers.cookie)
  const find = headers[pollHeader.name] === pollHeader.value ? findOperatorSession : touchOperatorSession
  const session = token === null ? undefined : await find(database, token)
  return token === null || !session ? null : { token, session }
}

export async function requireSignedIn(
  database: Database,
  cookie: SessionCookie,
  request: FastifyRequest,
): Promise<SignedIn> {
  const signedIn = await findSignedIn(database, cookie, request)
  if (!signedIn) throw new ConsoleError('NotSignedIn')
  return signedIn
}
