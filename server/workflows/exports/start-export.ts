import { monthEnd, monthStart } from '#shared/month-zones.ts'
import { exportColumns } from '#shared/contract/operator/export-columns.ts'
import {
  askForExport,
  countUnfinished,
  exportHours,
  mostUnfinished,
  writeExportJob,
} from '#server/modules/exports/exports.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { exportSources } from './export-rows.ts'
import { sentence } from '#text/sentence.ts'

/** Bounds of a month in the time zone of the shop. */
async function boundsOf(tx: Transaction, month: string): Promise<{ from: string; until: string }> {
  const { monthZones } = await readSettings(tx)
  return { from: monthStart(monthZones, month).toISOString(), until: monthEnd(monthZones, month).toISOString() }
}

export const startExport: Act<'exports.start'> = async (tx, input, operator) => {
  const { list, columns: wanted, personal: isPersonalWanted = false, month, ...typed } = input
  if (month !== undefined && (typed.from !== undefined || typed.until !== undefined))
    return refuse(
      'InvalidInput',
      sentence('field.giveEither', { first: { field: 'month' }, second: { field: 'from' } }),
    )
  const filters = month === undefined ? typed : { ...typed, ...(await boundsOf(tx, month)) }
  const { plain, personal } = exportColumns[list]
  const known: readonly string[] = [...plain, ...personal]
  const columns = wanted ?? (isPersonalWanted ? known : [...plain])
  const unknown = columns.find((column) => !known.includes(column))
  if (unknown !== undefined)
    return refuse('InvalidInput', sentence('export.unknownColumn', { list, known: known.join(', '), unknown }))
  if (columns.length === 0 || new Set(columns).size < columns.length) return refuse('InvalidInput', 'export.badColumns')
  const named = columns.filter((column) => (personal as readonly string[]).includes(column))
  if (named.length > 0 && !isPersonalWanted)
    return refuse('InvalidInput', sentence('export.namesPeople', { columns: named.join(', ') }))
  const foreign = Object.keys(filters).find((name) => !exportSources[list].takes.includes(name as never))
  if (foreign !== undefined)
    return refuse('InvalidInput', sentence('export.noFilter', { field: { field: foreign }, list }))
  if (filters.from !== undefined && filters.until !== undefined && new Date(filters.from) >= new Date(filters.until))
    return refuse('InvalidInput', 'export.badPeriod')
  if ((await countUnfinished(tx, operator.id)) >= mostUnfinished)
    return refuse('NotPossible', sentence('export.tooMany', { files: mostUnfinished }))
  const id = await askForExport(tx, { operatorId: operator.id, list, filters, columns })
  await enqueueJob(tx, writeExportJob, { exportId: id, operator: operator.name }, { lane: 'exports', uniqueKey: id })
  const { from, until, ...rest } = filters
  const range = {
    ...(from !== undefined && { from: new Date(from) }),
    ...(until !== undefined && { until: new Date(until) }),
  }
  const output = { list, columns: [...columns], ...rest, ...range, personal: named.length > 0, hours: exportHours, id }
  return done(output, `export ${list}`, { id, list, filters, columns })
}
