import { listConversions } from '#server/modules/marketing/marketing.queries.ts'
import { writeConversions } from '#server/modules/marketing/marketing.rules.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'

/** Exports ad conversions by click id for the advertiser, without personal data. The audit row names the operator. */
export const exportConversions: Act<'marketing.export'> = async (tx, input) => {
  const [from, until] = [new Date(input.from), new Date(input.until)]
  if (from >= until) return refuse('InvalidInput', 'export.badDates')
  const lines = await listConversions(tx, from, until)
  const details = { from, until, lines: lines.length }
  return done({ csv: writeConversions(lines), count: lines.length }, 'conversions', details)
}
