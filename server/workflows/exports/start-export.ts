import { exportColumns } from '#shared/contract/operator/exports.ts'
import {
  askForExport,
  countUnfinished,
  exportHours,
  mostUnfinished,
  writeExportJob,
} from '#server/modules/exports/exports.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { exportSources, type Filters } from './export-rows.ts'

/** Requests an export. The audit log has its filters, and the number of rows once written. */
export const startExport: Act<'exports.start'> = async (tx, input, operator) => {
  const { list, columns: wanted, personal: isPersonalWanted = false, ...filters } = input
  const { plain, personal } = exportColumns[list]
  const known: readonly string[] = [...plain, ...personal]
  const columns = wanted ?? (isPersonalWanted ? known : [...plain])
  const unknown = columns.find((column) => !known.includes(column))
  if (unknown !== undefined)
    return refuse('InvalidInput', `{columns} of ${list} are ${known.join(', ')}; "${unknown}" is none of them.`)
  if (columns.length === 0 || new Set(columns).size < columns.length)
    return refuse('InvalidInput', '{columns} are one or more, each once.')
  const named = columns.filter((column) => (personal as readonly string[]).includes(column))
  if (named.length > 0 && !isPersonalWanted)
    return refuse('InvalidInput', `${named.join(', ')} name or reach a person: state it with {personal}.`)
  const foreign = Object.keys(filters).find((name) => !exportSources[list].takes.includes(name as keyof Filters))
  if (foreign !== undefined) return refuse('InvalidInput', `{${foreign}} is no filter of ${list}.`)
  if (filters.from !== undefined && filters.until !== undefined && new Date(filters.from) >= new Date(filters.until))
    return refuse('InvalidInput', '{from} is before {until}.')
  if ((await countUnfinished(tx, operator.id)) >= mostUnfinished)
    return refuse('NotPossible', `${mostUnfinished} of your files are not written yet: wait for one of them.`)
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
