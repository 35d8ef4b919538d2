import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { listVersions } from '#server/modules/groups/groups.queries.ts'
import type { Database } from '#server/platform/database.ts'
import { readCards } from './read-groups.ts'

export type CardText = { readonly version: number; readonly json: string }
type Watcher = { readonly language: Language; readonly send: (card: CardText) => void }
type Watched = {
  readonly watchers: Set<Watcher>
  card: Record<Language, CardText> | null
  reading: Promise<void> | null
  /**
   * Number of expired reservations, plus 1 if the group's time is over, that were not processed yet at the last poll.
   */
  lapsed: number
  stale: boolean
}

type GroupWatch = {
  watch(groupId: string, language: Language, send: (card: CardText) => void): Promise<() => void>
  stop(): void
}

function show(entry: Watched, cards: Awaited<ReturnType<typeof readCards>>[number]): void {
  const textOf = (language: Language): CardText => ({
    version: cards[language].version,
    json: JSON.stringify(cards[language]),
  })
  const card = { en: textOf('en'), 'zh-CN': textOf('zh-CN') }
  if (entry.card !== null && !isNews(entry.card.en, card.en)) return
  entry.card = card
  for (const { language, send } of entry.watchers) send(card[language])
}

/** Poll interval in milliseconds: the longest time after which watchers see a change. */
const pollMs = 1_000

/**
 * True if the view changed. The text is compared too, because an expired reservation frees a seat without a new group
 * version.
 */
const isNews = (known: CardText, card: CardText): boolean =>
  card.version > known.version || (card.version === known.version && card.json !== known.json)

/**
 * Sends changes of groups to any number of clients. One query a second finds the changed groups among all watched ones,
 * and each of these is read once. Database notifications would be faster, but a transaction that notifies takes a lock
 * of the whole database at its commit, so that sales in groups would commit one after another.
 */
export function createGroupWatch(database: Database): GroupWatch {
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | null = null

  async function read(groupId: string, entry: Watched): Promise<void> {
    do {
      entry.stale = false
      const [cards] = await readCards(database, [groupId])
      if (!cards) throw new AppError('NotFound')
      show(entry, cards)
    } while (entry.stale)
  }

  /**
   * Reads groups with a lapsed seat by the same few queries, however many they are. They are read at each poll, because
   * a pending transfer holds such a seat, and frees it when it disappears, without a new version.
   */
  async function readLapsed(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    for (const cards of await readCards(database, ids)) {
      const entry = watched.get(cards.en.groupId)
      if (entry && entry.reading === null) show(entry, cards)
    }
  }

  function refresh(groupId: string, entry: Watched): Promise<void> {
    entry.stale = true
    entry.reading ??= read(groupId, entry).finally(() => (entry.reading = null))
    return entry.reading
  }

  const refreshQuietly = (groupId: string) => {
    const entry = watched.get(groupId)
    if (entry) refresh(groupId, entry).catch(() => {})
  }

  let polling = false
  /** Runs one poll at a time; otherwise polls would use up all connections of a slow database. */
  async function poll(): Promise<void> {
    if (polling) return
    polling = true
    const lapsedIds: string[] = []
    try {
      for (const { id, version, lapsed } of await listVersions(database, [...watched.keys()])) {
        const entry = watched.get(id)
        if (!entry) continue
        if (version === entry.card?.en.version && lapsed === entry.lapsed) {
          if (lapsed > 0) lapsedIds.push(id)
          continue
        }
        entry.lapsed = lapsed
        refreshQuietly(id)
      }
      await readLapsed(lapsedIds)
    } finally {
      polling = false
    }
  }

  function begin(): void {
    timer ??= setInterval(() => void poll().catch(() => {}), pollMs)
  }

  function pause(): void {
    if (watched.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  return {
    async watch(groupId, language, send) {
      begin()
      const entry = watched.get(groupId) ?? { watchers: new Set(), card: null, reading: null, lapsed: 0, stale: false }
      watched.set(groupId, entry)
      const watcher = { language, send }
      const leave = () => {
        entry.watchers.delete(watcher)
        if (entry.watchers.size === 0 && watched.get(groupId) === entry) watched.delete(groupId)
        pause()
      }
      if (entry.card) send(entry.card[language])
      entry.watchers.add(watcher)
      try {
        if (!entry.card) await (entry.reading ?? refresh(groupId, entry))
      } catch (error) {
        leave()
        throw error
      }
      return leave
    },
    stop() {
      watched.clear()
      pause()
    },
  }
}
