import { exportColumns } from '#shared/contract/operator/export-columns.ts'
import type { exportActions } from '#shared/contract/operator/exports.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { findPart, listExports } from '#server/modules/exports/exports.service.ts'
import { refuse } from '#server/platform/act.ts'
import { endAccountantMail, setAccountantMail, showAccountantMail } from '#server/workflows/exports/mail-accountant.ts'
import { startExport } from '#server/workflows/exports/start-export.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'
import { sentence } from '#text/sentence.ts'

const pageSize = 50

export const exportHandlers: HandlersOf<typeof exportActions> = {
  'exports.start': startExport,
  'exports.show-mail': showAccountantMail,
  'exports.set-mail': setAccountantMail,
  'exports.end-mail': endAccountantMail,
  'exports.list': async (database, { after = null }, operator) =>
    page(
      await listExports(database, operator.id, after, pageSize),
      pageSize,
      ({ id }) => id,
      ({ id, list, columns, filters, state, failure, rows, askedAt, finishedAt, expiresAt }) => ({
        id,
        list,
        columns,
        filters: filters as Record<string, string | number>,
        state,
        failure,
        rows,
        asked: askedAt,
        finished: finishedAt,
        until: expiresAt,
      }),
    ),
  async 'exports.read'(database, { id, part = 1 }, operator) {
    const row = await findPart(database, { id, operatorId: operator.id, part })
    if (!row) return refuse('NotFound', sentence('export.noFile', { id, part }))
    const { list, columns } = row
    const personal: readonly string[] = exportColumns[list].personal
    if (columns.some((column) => personal.includes(column))) {
      const entry = { operator, action: 'exports.read', subject: `export ${list}`, details: { id, part } }
      await database.transaction((tx) => recordAction(tx, entry))
    }
    return found({ part, next: part < (row.parts ?? part) ? part + 1 : null, csv: row.text })
  },
}
