import { isRecord } from '#server/platform/read-body.ts'
import { fetchSubscription, tryLink } from './fetch-subscription.ts'
import { ownSubject } from '../panel-user-name.ts'
import { belongsToAnotherAdmin, isMarzbanAnswer, isUnknownToMarzban as isUnknown } from './panel-answer.ts'
import { createPanelHttp, type PanelAnswer, type PanelCall } from './panel-http.ts'
import { PanelAway, PanelRefused, stillOpen, type Seen, type TunnelProvider } from './port.ts'
import type { MarzbanSettings } from './provider-settings.ts'
import { toPanelRefusal } from './panel-refusal.ts'
import type { DeliveredTerms } from './delivered-terms.rules.ts'
import { sentence } from '#text/sentence.ts'

const pageSize = 500
const mostPages = 2_000
/** Milliseconds for which a sign-in token is reused. Marzban's tokens are valid for a day by default. */
const tokenMs = 23 * 3_600_000

type User = Seen & { readonly nextPlan: unknown; readonly subscriptionUrl: string | null }
const userPath = (subject: string) => `/api/user/${encodeURIComponent(subject)}`

/**
 * Adapter of the VPN panel Marzban. Marzban has no API keys: the adapter signs in as an admin, who sees only its own
 * users. Marzban has no device limit and cannot end connections.
 */
export function createMarzban(settings: MarzbanSettings, { timeout }: { timeout?: number } = {}): TunnelProvider {
  const { url, username, password, protocols, inbounds = {}, subscriptionUrl = url } = settings
  const http = createPanelHttp(url, { timeout, isOwn: isMarzbanAnswer })
  let signedIn: { token: Promise<string>; until: number } | null = null

  async function signIn(): Promise<string> {
    const form = new URLSearchParams({ grant_type: 'password', username, password })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await http('/api/admin/token', { method: 'POST', headers, body: form.toString() })
    const token = isRecord(answer.json) ? answer.json.access_token : undefined
    if (answer.status !== 200 || typeof token !== 'string')
      throw new PanelAway(
        `it gives no token (${answer.status})`,
        false,
        sentence('panelFault.noToken', { status: answer.status }),
      )
    return token
  }

  async function ask(path: string, call: PanelCall = {}): Promise<PanelAnswer> {
    for (let round = 1; ; round++) {
      if (signedIn === null || signedIn.until < Date.now()) signedIn = { token: signIn(), until: Date.now() + tokenMs }
      const mine = signedIn
      const token = await mine.token.catch((error: unknown) => {
        if (signedIn === mine) signedIn = null
        throw error
      })
      const answer = await http(path, { ...call, headers: { authorization: `Bearer ${token}` }, expects: [401] })
      if (belongsToAnotherAdmin(answer)) throw new PanelRefused('another admin of the panel has a user of that name')
      if (answer.status !== 401) return answer
      // Signs in to Marzban again, because the panel was restarted with another key or its tokens expire earlier.
      if (signedIn === mine) signedIn = null
      if (round === 2) throw new PanelAway('it refuses the token that it gave (401)', false)
    }
  }

  async function find(subject: string): Promise<User | null> {
    const answer = await ask(userPath(subject))
    if (isUnknown(answer)) return null
    const user = answer.status === 200 ? readUser(answer.json) : null
    if (user?.subject !== subject) throw toPanelRefusal(answer)
    return user
  }

  async function change(subject: string, nextPlan: unknown, state: Record<string, unknown>): Promise<void> {
    // Marzban deletes the operator's queued plan if a change omits it.
    const body = { ...state, ...(isRecord(nextPlan) && { next_plan: nextPlan }) }
    const answer = await ask(userPath(subject), { method: 'PUT', body })
    const changed = readUser(answer.json)
    if (answer.status !== 200 || changed?.subject !== subject) throw toPanelRefusal(answer)
    if (state.status === 'disabled' && changed.isOpen) throw new PanelRefused(stillOpen)
  }

  const until = ({ validUntil }: DeliveredTerms) => (validUntil === null ? 0 : Math.ceil(validUntil.getTime() / 1_000))

  async function open(told: DeliveredTerms, known: User | null): Promise<void> {
    const state = { status: 'active', expire: until(told) }
    if (known) return change(told.subject, known.nextPlan, state)
    const answer = await ask('/api/user', {
      method: 'POST',
      body: {
        username: told.subject,
        ...state,
        data_limit: 0,
        data_limit_reset_strategy: 'no_reset',
        proxies: Object.fromEntries(protocols.map((protocol) => [protocol, {}])),
        inbounds,
        note: 'wayfare',
      },
    })
    if ((answer.status === 200 || answer.status === 201) && readUser(answer.json)?.subject === told.subject) return
    // Status 409 means that an earlier request created the user, but its answer was lost.
    if (answer.status !== 409) throw toPanelRefusal(answer)
    const made = await find(told.subject)
    if (!made) throw new PanelRefused('it has a user of that name, and does not show them')
    await change(told.subject, made.nextPlan, state)
  }

  async function erase(subject: string): Promise<void> {
    const answer = await ask(userPath(subject), { method: 'DELETE' })
    if (answer.status >= 300 && !isUnknown(answer)) throw toPanelRefusal(answer)
    if (await find(subject)) throw new PanelRefused('it said that the user was deleted, and still has them')
  }

  return {
    async apply(told) {
      if (told.state === 'erased') {
        await erase(told.subject)
        return { externalId: null }
      }
      const known = await find(told.subject)
      if (told.state === 'active') await open(told, known)
      else if (known) await change(told.subject, known.nextPlan, { status: 'disabled' })
      return { externalId: told.state === 'active' || known ? told.subject : null }
    },
    see: find,
    async *list() {
      for (let page = 0; page < mostPages; page++) {
        const answer = await ask(`/api/users?offset=${page * pageSize}&limit=${pageSize}&sort=created_at,username`)
        const users: unknown = isRecord(answer.json) ? answer.json.users : undefined
        if (answer.status !== 200 || !Array.isArray(users)) throw toPanelRefusal(answer)
        yield users.flatMap((user) => readUser(user) ?? [])
        if (users.length < pageSize) return
      }
      throw new PanelRefused('its list does not come to an end')
    },
    async revoke(subject) {
      const answer = await ask(`${userPath(subject)}/revoke_sub`, { method: 'POST' })
      if (readUser(answer.json)?.subject !== subject && !isUnknown(answer)) throw toPanelRefusal(answer)
    },
    drop: async () => 'unsupported',
    async access(subject, app) {
      const user = await find(subject)
      return user?.subscriptionUrl ? fetchSubscription(subscriptionUrl, user.subscriptionUrl, app, timeout) : null
    },
    async *usage() {
      for await (const page of this.list?.() ?? [])
        for (const { subject, usedBytes } of page) if (usedBytes !== null) yield { subject, usedBytes }
    },
    async test() {
      const answer = await ask('/api/users?offset=0&limit=1')
      if (answer.status !== 200) throw toPanelRefusal(answer)
      const users: unknown[] = isRecord(answer.json) && Array.isArray(answer.json.users) ? answer.json.users : []
      const address = users.flatMap((user) => readUser(user)?.subscriptionUrl ?? [])[0] ?? null
      return tryLink(subscriptionUrl, { address, says: sentence('panel.worksMarzban'), timeout })
    },
  }
}

function readUser(value: unknown): User | null {
  if (!isRecord(value)) return null
  const subject = ownSubject(value.username)
  if (subject === null) return null
  const { expire, lifetime_used_traffic: used, subscription_url: link } = value
  const validUntil = typeof expire === 'number' && expire > 0 && expire < 1e11 ? new Date(expire * 1_000) : null
  return {
    subject,
    externalId: subject,
    isOpen: value.status === 'active' && (validUntil === null || validUntil.getTime() > Date.now()),
    validUntil,
    maxDevices: null,
    usedBytes: typeof used === 'number' ? used : null,
    nextPlan: value.next_plan,
    subscriptionUrl: typeof link === 'string' ? link : null,
  }
}
