import type { exportActions } from '#shared/contract/operator/exports.ts'
import { findPart, listExports } from '#server/modules/exports/exports.service.ts'
import { refuse } from '#server/platform/act.ts'
import { startExport } from '#server/workflows/exports/start-export.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'

const pageSize = 50

export const exportHandlers: HandlersOf<typeof exportActions> = {
  'exports.start': startExport,
  'exports.list': async (database, { after = null }, operator) =>
    page(
      await listExports(database, operator.id, after, pageSize),
      pageSize,
      ({ id }) => id,
      ({ id, list, columns, filters, state, rows, askedAt, finishedAt, expiresAt }) => ({
        id,
        list,
        columns,
        filters: filters as Record<string, string>,
        state,
        rows,
        asked: askedAt,
        finished: finishedAt,
        until: expiresAt,
      }),
    ),
  async 'exports.read'(database, { id, part = 1 }, operator) {
    const row = await findPart(database, { id, operatorId: operator.id, part })
    if (!row) return refuse('NotFound', `You have no finished file ${id} with a part ${part}; see "exports list".`)
    return found({ part, next: part < (row.parts ?? part) ? part + 1 : null, csv: row.text })
  },
}
