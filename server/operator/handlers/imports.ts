import type { importActions } from '#shared/contract/operator/imports.ts'
import type { ImportRow } from '#server/modules/imports/imports.repo.ts'
import {
  countCreated,
  countRows,
  findFailure,
  findImport,
  listEarlierOrders,
  listImports,
  listPlanUse,
  listRefused,
} from '#server/modules/imports/imports.service.ts'
import { refuse } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { addFile, discardFile } from '#server/workflows/imports/add-import.ts'
import { startFile } from '#server/workflows/imports/start-import.ts'
import { sayFault, summarize } from '#server/workflows/imports/summarize-import.ts'
import { undoFile } from '#server/workflows/imports/undo-import.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'

const pageSize = 50
const mostOrders = 500

const shown = async (db: Queryable, row: ImportRow) => {
  const { id, source, origin, state, rows, doneTo } = row
  return { id, source, origin, state, rows, doneTo, failure: await findFailure(db, row) }
}

export const importHandlers: HandlersOf<typeof importActions> = {
  'imports.add': addFile,
  'imports.discard': discardFile,
  'imports.start': startFile,
  'imports.undo': undoFile,
  async 'imports.list'(database, { after = null }) {
    const rows = await listImports(database, after, pageSize)
    const items = await Promise.all(
      rows.map(async (row) => {
        const times = { fileRead: row.readAt, started: row.startedAt, ended: row.endedAt }
        return { ...(await shown(database, row)), ...times }
      }),
    )
    return page(
      items,
      pageSize,
      ({ id }) => id,
      (item) => item,
    )
  },
  async 'imports.show'(database, { id }) {
    const row = await findImport(database, id)
    if (!row) return refuse('NotFound', 'action.notFound')
    const [counts, plans, { joined }] = [
      await countRows(database, id),
      await listPlanUse(database, id),
      await countCreated(database, id),
    ]
    return found({
      ...(await shown(database, row)),
      ...summarize(counts),
      joined,
      unusedCards: row.unusedCards,
      plans,
    })
  },
  'imports.refused': async (database, { id, afterRow = 0 }) =>
    page(
      await listRefused(database, id, afterRow, pageSize),
      pageSize,
      ({ position }) => position,
      ({ position, kind, oldId, refusal }) => ({
        row: position,
        kind,
        oldId,
        reason: sayFault(refusal ?? { code: 'unreadable' }),
      }),
    ),
  async 'imports.orders'(database, { user }) {
    const { id } = await requireUser(database, user)
    const orders = await listEarlierOrders(database, id, mostOrders)
    const items = orders.map(({ amountMinor, orderedAt, paidAt, status: was, ...order }) => {
      const status = was === 'open' ? ('unpaid' as const) : was
      return { ...order, status, amount: (amountMinor / 100).toFixed(2), ordered: orderedAt, paid: paidAt }
    })
    return found({ items })
  },
}
