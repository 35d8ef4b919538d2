import { writeFile } from 'node:fs/promises'
import { exportConversions } from '#server/workflows/affiliates/export-conversions.ts'
import { OpsError, requireText, type Action } from '../action.ts'
import { readDate } from '../read-option.ts'

export const marketingExport: Action = {
  name: 'marketing export',
  role: 'owner',
  stepUp: 'money',
  summary:
    'Writes sign-ups and purchases that came from an advertisement as CSV, with gclid and its like, for an upload.',
  usage: '--from DATE --until DATE --file FILE [--dry-run]',
  options: { from: { type: 'string' }, until: { type: 'string' }, file: { type: 'string' } },
  async run(context) {
    const [from, until] = [readDate(context, 'from'), readDate(context, 'until')]
    if (!from || !until || from >= until) throw new OpsError('--from and --until are dates, the earlier one first.')
    const file = requireText(context, 'file')
    const { csv, count } = await exportConversions(
      context.database,
      { from, until },
      context.dryRun ? null : context.operator,
    )
    if (!context.dryRun)
      await writeFile(file, csv).catch((error: Error) => Promise.reject(new OpsError(`${file}: ${error.message}`)))
    context.print(`${context.dryRun ? 'Would write' : 'Wrote'} ${count} conversions into ${file}.`)
  },
}
