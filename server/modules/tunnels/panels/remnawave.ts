import { isRecord } from '#server/platform/is-record.ts'
import { fetchSubscription } from './fetch-subscription.ts'
import { createPanelHttp, type PanelAnswer } from './panel-http.ts'
import { PanelRefused, type Seen, type TunnelProvider } from './port.ts'
import type { RemnawaveSettings } from './provider-settings.ts'
import { ownSubject } from './own-subject.ts'
import { sayRefusal } from './say-refusal.ts'
import type { Told } from './told.rules.ts'

const tag = 'WAYFARE'
const pageSize = 1_000
const mostPages = 2_000

type User = Seen & { readonly id: number; readonly isLimited: boolean; readonly subscriptionUrl: string | null }

const errorCode = ({ json }: PanelAnswer) => (isRecord(json) ? json.errorCode : undefined)
/** A063 where someone is looked for by name, A025 where someone is to be changed. */
const unknownCodes = new Set<unknown>(['A025', 'A063', undefined])
const isUnknown = (answer: PanelAnswer) => answer.status === 404 && unknownCodes.has(errorCode(answer))

/**
 * Remnawave 3, found by name alone: that release put numbers in place of uuids, and broke shops after the user was made. So
 * an answer to a change is not read at all; what is needed of a person is asked for, and read leniently.
 */
export function createRemnawave(settings: RemnawaveSettings, { timeout }: { timeout?: number } = {}): TunnelProvider {
  const { url, token, squads, countDevices = true, subscriptionUrl = url } = settings
  const http = createPanelHttp(url, timeout === undefined ? {} : { timeout })
  // Without the two that a proxy would add it cuts the line.
  const headers = {
    authorization: `Bearer ${token}`,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '127.0.0.1',
  }
  const ask = (path: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE' = 'GET', body?: unknown) =>
    http(path, { method, headers, ...(body !== undefined && { body }) })

  async function find(subject: string): Promise<User | null> {
    const answer = await ask(`/api/users/by-username/${encodeURIComponent(subject)}`)
    if (isUnknown(answer)) return null
    const user = answer.status === 200 && isRecord(answer.json) ? readUser(answer.json.response, countDevices) : null
    if (user?.subject !== subject) throw sayRefusal(answer)
    return user
  }

  const activeState = ({ subject, validUntil, maxDevices }: Told) => ({
    username: subject,
    // With the date: someone who was disabled stays so otherwise.
    status: 'ACTIVE',
    expireAt: validUntil?.toISOString(),
    ...(countDevices && { hwidDeviceLimit: maxDevices }),
    activeInternalSquads: squads,
  })

  async function open(told: Told): Promise<void> {
    const state = activeState(told)
    const first = await ask('/api/users', 'PATCH', state)
    if (first.status === 200) return
    if (isPastEnd(first)) return close(told.subject)
    if (!isUnknown(first)) throw sayRefusal(first)
    const created = await ask('/api/users', 'POST', {
      ...state,
      trafficLimitBytes: 0,
      trafficLimitStrategy: 'NO_RESET',
      tag,
    })
    if (created.status === 201 || created.status === 200) return
    if (isPastEnd(created)) return
    // It was made, and the answer was lost.
    if (created.status !== 400 || errorCode(created) !== 'A019') throw sayRefusal(created)
    const again = await ask('/api/users', 'PATCH', state)
    if (again.status !== 200 && !isPastEnd(again)) throw sayRefusal(again)
  }

  async function close(subject: string): Promise<void> {
    const answer = await ask('/api/users', 'PATCH', { username: subject, status: 'DISABLED' })
    if (answer.status !== 200 && !isUnknown(answer)) throw sayRefusal(answer)
    const user = await find(subject)
    if (!user?.isLimited) return
    // A change leaves them as they are, and with new traffic they would be open again.
    const disabled = await ask(`/api/users/${user.id}/actions/disable`, 'POST')
    if (disabled.status >= 300 && !isUnknown(disabled)) throw sayRefusal(disabled)
  }

  async function erase(subject: string): Promise<void> {
    const user = await find(subject)
    if (!user) return
    const answer = await ask(`/api/users/${user.id}`, 'DELETE')
    if (answer.status !== 200 && answer.status !== 204 && answer.status !== 404) throw sayRefusal(answer)
    if (await find(subject)) throw new PanelRefused('it said that the user was deleted, and still has them')
  }

  return {
    async apply(told) {
      if (told.state === 'erased') {
        await erase(told.subject)
        return { externalId: null }
      }
      await (told.state === 'active' ? open(told) : close(told.subject))
      return { externalId: (await find(told.subject))?.externalId ?? null }
    },
    see: find,
    async *list() {
      let cursor: string | null = null
      for (let page = 0; page < mostPages; page++) {
        const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const answer = await ask(`/api/users/stream?size=${pageSize}&tag=${tag}${after}`)
        const response = isRecord(answer.json) ? answer.json.response : undefined
        if (answer.status !== 200 || !isRecord(response) || !Array.isArray(response.users)) throw sayRefusal(answer)
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
      const answer = await ask(path, 'POST', { revokeOnlyPasswords: false })
      if (answer.status >= 300) throw sayRefusal(answer)
    },
    async drop(subject) {
      const user = await find(subject)
      if (!user) return 'dropped'
      const answer = await ask('/api/connections/drop', 'POST', {
        dropBy: { by: 'userIds', userIds: [user.id] },
        targetNodes: { target: 'allNodes' },
      })
      return answer.status < 300 ? 'dropped' : 'unsupported'
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
      const answer = await ask(`/api/users/stream?size=1&tag=${tag}`)
      if (answer.status !== 200) throw sayRefusal(answer)
      return 'The panel knows our token and shows its users.'
    },
  }
}

/** A time that ends at this moment is over for a panel whose clock is ahead. */
function isPastEnd({ status, json }: PanelAnswer): boolean {
  if (status !== 400 || !isRecord(json) || !Array.isArray(json.errors)) return false
  return json.errors.some((error) => isRecord(error) && Array.isArray(error.path) && error.path[0] === 'expireAt')
}

/** Null for those of others, and for what is no user. */
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
