import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { jobHandlers } from '#server/create-jobs.ts'
import { createPanelDeps } from '#server/deps/panel-deps.ts'
import { createMessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { createSchedules } from '#server/workflows/jobs/job-intervals.ts'
import type { Shop } from './shop.ts'
import type { Case } from './judge.ts'

const log = pino({ level: 'silent' })
const built = new Map<string, ReturnType<typeof jobHandlers>>()
function handlersOf(shop: Shop) {
  const { config, database, payments } = shop
  const known = built.get(shop.name)
  if (known) return known
  const messages = createMessageDeps(config, database, log)
  const tunnels = createPanelDeps(config.secretKey, database, log)
  const made = jobHandlers({ database, log, payments, messages, tunnels, alerts: config })
  built.set(shop.name, made)
  return made
}

/** Jobs that process all rows page by page and can resume. */
const walks = new Set(['prove-days', 'prove-affiliate-days', 'prove-ledger'])
/**
 * Jobs that count current rows (members, payment attempts of eight days) by index. Their time depends on the shop's
 * size, not its age.
 */
const counts = new Set(['count-members', 'look-at-methods'])
/** Jobs that fetch a provider's list, so their time does not depend on our own amount of data. */
const asksElsewhere = new Set(['compare-bills', 'find-disputes'])

export const jobCases = (): Case[] =>
  createSchedules(['alipay'], { takesCrypto: false, tellsPanels: true, tellsOperators: true })
    .filter(({ kind }) => !asksElsewhere.has(kind))
    .map(({ name, kind, payload = {} }): Case => ({
      kind: 'job',
      name,
      bound: walks.has(kind) ? 'none' : counts.has(kind) ? 'time' : 'ratio',
      async ready(shop) {
        const run = handlersOf(shop)[kind]
        if (!run) throw new Error(`nothing does the job ${kind}`)
        const id = randomUUID()
        return async () => {
          await run({ id, kind, payload, attempt: 1, signal: new AbortController().signal, completeIn: async () => {} })
          return 'OK'
        }
      },
    }))
