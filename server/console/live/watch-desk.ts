import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { LiveCounts, LiveEvents, LiveList, Spot } from '#shared/console-live.ts'
import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { placeOf } from '#shared/contract/operator/place-of.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { listLatest } from '#server/modules/audit/audit.queries.ts'
import { readOpenSessions } from '#server/modules/operators/operators.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { deskChannel } from '#server/platform/desk-hints.queries.ts'
import { readVersions } from '#server/workflows/desk/read-versions.ts'
import { readListVersions, type ListVersions } from './read-list-versions.ts'
import type { Presence } from './presence.ts'

export type Send = <K extends keyof LiveEvents>(event: K, data: LiveEvents[K]) => void
type Browser = {
  readonly token: string
  readonly operatorId: string
  role: OperatorRole
  readonly send: Send
  readonly end: () => void
}
type Watching = Browser & { counts: string; readonly told: Map<string, string> }

const lookEveryMs = 5_000
const gatherMs = 100
const mostActs = 200

/**
 * Notifies browsers of changes. A database notification triggers a check at once; a check every five seconds finds
 * changes without a notification. The cost does not depend on the number of operators, and is zero if no console is
 * open.
 */
export function createDeskWatch(database: Database, config: Config, presence: Presence, log: FastifyBaseLogger) {
  const browsers = new Set<Watching>()
  /**
   * Operator actions of the last minute that need no report: already reported, or from before the first browser
   * connected. Null before the first check.
   */
  let knownActs: ReadonlySet<string> | null = null
  let timer: NodeJS.Timeout | null = null
  let stopListening: (() => Promise<void>) | null = null
  let looking: Promise<void> | null = null
  let again = false

  function tellLists(browser: Watching, lists: ListVersions): void {
    const counts: LiveCounts = Object.fromEntries([...lists].map(([list, { count }]) => [list, count]))
    const text = JSON.stringify(counts)
    if (text !== browser.counts) browser.send('counts', counts)
    browser.counts = text
    for (const [list, { version }] of lists) tellVersion(browser, { list }, version)
  }
  function tellVersion(browser: Watching, what: { list: LiveList } | Spot, version: string): void {
    const key = JSON.stringify(what)
    if (browser.told.get(key) === version) return
    browser.told.set(key, version)
    browser.send('change', { ...what, version })
  }

  async function look(): Promise<void> {
    const here = [...browsers]
    const open = await readOpenSessions(
      database,
      here.map(({ token }) => token),
    )
    for (const browser of here) {
      const role = open.get(browser.token)
      if (role) browser.role = role
      else dismiss(browser)
    }
    const byRole = new Map<OperatorRole, ListVersions>()
    for (const role of new Set([...browsers].map((browser) => browser.role)))
      byRole.set(role, await readListVersions({ database, config }, role))
    const acts = await listLatest(database, mostActs)
    const versions = await readVersions(database, presence.spots())
    const fresh = knownActs === null ? [] : acts.filter(({ id }) => !knownActs?.has(id))
    knownActs = new Set(acts.map(({ id }) => id))
    for (const browser of here) {
      if (!browsers.has(browser)) continue
      const seen = byRole.get(browser.role)
      if (seen) tellLists(browser, seen)
      for (const { id, action, subject } of fresh)
        if (Object.hasOwn(operatorActions, action))
          browser.send('change', { place: placeOf(action as ActionName), id: subject, version: id })
      for (const [spot, version] of versions)
        if (presence.isAt(spot, browser.operatorId)) tellVersion(browser, spot, version)
    }
    for (const spot of presence.sweep()) tellHere(spot)
  }
  function dismiss(browser: Watching): void {
    browsers.delete(browser)
    browser.send('end', null)
    browser.end()
  }
  function tellHere(spot: Spot): void {
    for (const browser of browsers) if (presence.isAt(spot, browser.operatorId)) browser.send('here', spot)
  }

  function run(): void {
    timer = null
    looking = (async () => {
      do {
        again = false
        // If a check of the lists fails, the next check reports the changes; permanent failures appear in the log.
        await look().catch((error: unknown) => log.warn({ err: error }, 'the desk could not be looked at'))
        if (again) await sleep(gatherMs)
      } while (again && browsers.size > 0)
      looking = null
      if (browsers.size > 0) timer ??= setTimeout(run, lookEveryMs)
    })()
  }
  function hint(): void {
    if (looking) again = true
    else if (browsers.size > 0) {
      if (timer) clearTimeout(timer)
      timer = setTimeout(run, gatherMs)
    }
  }

  return {
    join(browser: Browser): () => void {
      stopListening ??= database.listen(deskChannel, hint)
      const watching: Watching = Object.assign(browser, { counts: '', told: new Map<string, string>() })
      browsers.add(watching)
      hint()
      return () => {
        browsers.delete(watching)
        if (browsers.size > 0) return
        if (timer) clearTimeout(timer)
        timer = null
        knownActs = null
      }
    },
    tellHere,
    async stop(): Promise<void> {
      for (const browser of browsers) browser.end()
      browsers.clear()
      if (timer) clearTimeout(timer)
      timer = null
      await looking
      await stopListening?.()
    },
  }
}
