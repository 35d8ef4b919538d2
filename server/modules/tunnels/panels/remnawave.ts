import { isRecord } from '#server/platform/read-body.ts'
import { fetchSubscription, tryLink } from './fetch-subscription.ts'
import { isRemnawaveAnswer, isUnknownToRemnawave as isUnknown, lacksScope } from './panel-answer.ts'
import { createPanelHttp, type PanelAnswer } from './panel-http.ts'
import { PanelRefused, stillOpen, type Seen, type TunnelProvider } from './port.ts'
import type { RemnawaveSettings } from './provider-settings.ts'
import { ownSubject } from '../panel-user-name.ts'
import { toPanelRefusal } from './panel-refusal.ts'
import type { DeliveredTerms } from './delivered-terms.rules.ts'
import { sentence } from '#text/sentence.ts'

const tag = 'WAYFARE'
const dropPath = '/api/connections/drop'
const pageSize = 1_000
const mostPages = 2_000

type User = Seen & { readonly id: number; readonly isLimited: boolean; readonly subscriptionUrl: string | null }

const errorCode = ({ json }: PanelAnswer) => (isRecord(json) ? json.errorCode : undefined)

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * Harmless calls, one for each API scope that the adapter needs. The panel checks scopes before it validates a request.
 * Each call only reads, is invalid, or names the user `wf_none`. No user has that name, because ours are all longer.
 */
const scopeTests = [
  ['users:stream', 'GET', `/api/users/stream?size=1&tag=${tag}`],
  ['users:by-username', 'GET', '/api/users/by-username/wf_none'],
  ['users:create', 'POST', '/api/users', {}],
  ['users:update', 'PATCH', '/api/users', { username: 'wf_none' }],
  ['users:disable', 'POST', '/api/users/none/actions/disable'],
  ['users:revoke-subscription', 'POST', '/api/users/none/actions/revoke', {}],
  ['users:delete', 'DELETE', '/api/users/none'],
  ['connections:drop', 'POST', dropPath, {}],
] as const satisfies readonly (readonly [scope: string, method: Method, path: string, body?: object])[]
type Scope = (typeof scopeTests)[number][0]

/**
 * Adapter of the VPN panel Remnawave 3. Finds users by name, because version 3.2 replaced uuids by numbers, which broke
 * clients. For the same reason it ignores the answers to changes and fetches the user when needed.
 */
export function createRemnawave(settings: RemnawaveSettings, { timeout }: { timeout?: number } = {}): TunnelProvider {
  const { url, token, squads, countDevices = true, subscriptionUrl = url } = settings
  const http = createPanelHttp(url, { timeout, isOwn: isRemnawaveAnswer })
  // Remnawave closes the connection if these two proxy headers are missing.
  const headers = {
    authorization: `Bearer ${token}`,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '127.0.0.1',
  }
  const send = (path: string, method: Method = 'GET', body?: unknown) =>
    http(path, {
      method,
      headers,
      mayBeEmpty: path === dropPath || method === 'DELETE',
      ...(body !== undefined && { body }),
    })
  const lacks = (names: readonly Scope[]) => {
    const scopes = names.join(', ')
    return new PanelRefused(`its token lacks the scope ${scopes}`, sentence('panelFault.scope', { scopes }))
  }
  async function ask(scope: Scope, path: string, method: Method = 'GET', body?: unknown): Promise<PanelAnswer> {
    const answer = await send(path, method, body)
    if (lacksScope(answer)) throw lacks([scope])
    return answer
  }

  async function find(subject: string): Promise<User | null> {
    const answer = await ask('users:by-username', `/api/users/by-username/${encodeURIComponent(subject)}`)
    if (isUnknown(answer)) return null
    const user = answer.status === 200 && isRecord(answer.json) ? readUser(answer.json.response, countDevices) : null
    if (user?.subject !== subject) throw toPanelRefusal(answer)
    return user
  }

  const activeState = ({ subject, validUntil, maxDevices }: DeliveredTerms) => ({
    username: subject,
    // Sends the status with the date, because otherwise a disabled user stays disabled.
    status: 'ACTIVE',
    expireAt: validUntil?.toISOString(),
    ...(countDevices && { hwidDeviceLimit: maxDevices }),
    activeInternalSquads: squads,
  })

  async function open(told: DeliveredTerms): Promise<void> {
    const state = activeState(told)
    const first = await ask('users:update', '/api/users', 'PATCH', state)
    if (first.status === 200) return
    if (isPastEnd(first)) return close(told.subject)
    if (!isUnknown(first)) throw toPanelRefusal(first)
    const created = await ask('users:create', '/api/users', 'POST', {
      ...state,
      trafficLimitBytes: 0,
      trafficLimitStrategy: 'NO_RESET',
      tag,
    })
    if (created.status === 201 || created.status === 200) return
    if (isPastEnd(created)) return
    // Error A019 means that an earlier request created the user, but its answer was lost.
    if (created.status !== 400 || errorCode(created) !== 'A019') throw toPanelRefusal(created)
    const again = await ask('users:update', '/api/users', 'PATCH', state)
    if (again.status !== 200 && !isPastEnd(again)) throw toPanelRefusal(again)
  }

  async function close(subject: string): Promise<void> {
    const answer = await ask('users:update', '/api/users', 'PATCH', { username: subject, status: 'DISABLED' })
    if (answer.status !== 200 && !isUnknown(answer)) throw toPanelRefusal(answer)
    const user = await find(subject)
    if (!user?.isLimited) return
    // Disables the user by the action, because a PATCH does not disable limited or expired users, and new traffic would
    // open them again.
    const disabled = await ask('users:disable', `/api/users/${user.id}/actions/disable`, 'POST')
    if (disabled.status >= 300 && !isUnknown(disabled)) throw toPanelRefusal(disabled)
  }

  async function erase(subject: string): Promise<void> {
    const user = await find(subject)
    if (!user) return
    const answer = await ask('users:delete', `/api/users/${user.id}`, 'DELETE')
    if (answer.status >= 300 && !isUnknown(answer)) throw toPanelRefusal(answer)
    if (await find(subject)) throw new PanelRefused('it said that the user was deleted, and still has them')
  }

  return {
    async apply(told) {
      if (told.state === 'erased') {
        await erase(told.subject)
        return { externalId: null }
      }
      await (told.state === 'active' ? open(told) : close(told.subject))
      const seen = await find(told.subject)
      if (told.state !== 'active' && seen?.isOpen === true) throw new PanelRefused(stillOpen)
      return { externalId: seen?.externalId ?? null }
    },
    see: find,
    async *list() {
      let cursor: string | null = null
      for (let page = 0; page < mostPages; page++) {
        const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const answer = await ask('users:stream', `/api/users/stream?size=${pageSize}&tag=${tag}${after}`)
        const response = isRecord(answer.json) ? answer.json.response : undefined
        if (answer.status !== 200 || !isRecord(response) || !Array.isArray(response.users)) throw toPanelRefusal(answer)
        yield response.users.flatMap((user) => readUser(user, countDevices) ?? [])
        const next: unknown = response.nextCursor
        if (response.hasMore === false || (typeof next !== 'string' && typeof next !== 'number')) return
        if (String(next) === cursor) throw new PanelRefused('its list does not come to an end')
        cursor = String(next)
      }
      throw new PanelRefused('its list does not come to an end')
    },
    async revoke(subject) {
      const user = await find(subject)
      if (!user) return
      const path = `/api/users/${user.id}/actions/revoke`
      const answer = await ask('users:revoke-subscription', path, 'POST', { revokeOnlyPasswords: false })
      if (answer.status >= 300 && !isUnknown(answer)) throw toPanelRefusal(answer)
    },
    async drop(subject) {
      const user = await find(subject)
      if (!user) return 'dropped'
      const answer = await ask('connections:drop', dropPath, 'POST', {
        dropBy: { by: 'userIds', userIds: [user.id] },
        targetNodes: { target: 'allNodes' },
      })
      if (answer.status < 300) return 'dropped'
      // Error A219 means that no node is connected to the panel. A node gets the new user list when it connects.
      if (answer.status === 404 && errorCode(answer) === 'A219') return 'unsupported'
      throw toPanelRefusal(answer)
    },
    async access(subject, app) {
      const user = await find(subject)
      if (!user || user.subscriptionUrl === null) return null
      return fetchSubscription(subscriptionUrl, user.subscriptionUrl, app, timeout)
    },
    async *usage() {
      for await (const page of this.list?.() ?? [])
        for (const { subject, usedBytes } of page) if (usedBytes !== null) yield { subject, usedBytes }
    },
    async test() {
      const missing: Scope[] = []
      let address: string | null = null
      for (const [scope, method, path, body] of scopeTests) {
        const answer = await send(path, method, body)
        if (scope === 'users:stream') address = linkIn(answer, countDevices)
        if (lacksScope(answer)) missing.push(scope)
        // A panel that accepts an invalid call has a version that this adapter does not support.
        else if (answer.status >= 500 || (answer.status < 300 && (method === 'POST' || method === 'DELETE')))
          throw toPanelRefusal(answer)
      }
      if (missing.length > 0) throw lacks(missing)
      return tryLink(subscriptionUrl, { address, says: sentence('panel.worksRemnawave'), timeout })
    },
  }
}

/** Link of the first of our users in a list; null if there is none. */
function linkIn({ json }: PanelAnswer, countDevices: boolean): string | null {
  const response = isRecord(json) ? json.response : undefined
  const users = isRecord(response) && Array.isArray(response.users) ? response.users : []
  return users.flatMap((user) => readUser(user, countDevices)?.subscriptionUrl ?? [])[0] ?? null
}

/** True if the panel rejects the end date because it is past. The panel's clock may be ahead of ours. */
function isPastEnd({ status, json }: PanelAnswer): boolean {
  if (status !== 400 || !isRecord(json) || !Array.isArray(json.errors)) return false
  return json.errors.some((error) => isRecord(error) && Array.isArray(error.path) && error.path[0] === 'expireAt')
}

function readUser(value: unknown, countDevices: boolean): User | null {
  if (!isRecord(value)) return null
  const subject = ownSubject(value.username)
  const { id } = value
  if (subject === null || typeof id !== 'number') return null
  const until = typeof value.expireAt === 'string' ? new Date(value.expireAt) : null
  const validUntil = until && !Number.isNaN(until.getTime()) ? until : null
  const traffic = isRecord(value.userTraffic) ? value.userTraffic.lifetimeUsedTrafficBytes : undefined
  return {
    id,
    subject,
    externalId: String(id),
    isLimited: value.status === 'LIMITED',
    isOpen: value.status === 'ACTIVE' && (validUntil === null || validUntil.getTime() > Date.now()),
    validUntil,
    maxDevices: countDevices && typeof value.hwidDeviceLimit === 'number' ? value.hwidDeviceLimit : null,
    usedBytes: typeof traffic === 'number' ? traffic : null,
    subscriptionUrl: typeof value.subscriptionUrl === 'string' ? value.subscriptionUrl : null,
  }
}
