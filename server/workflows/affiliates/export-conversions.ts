import { recordAction } from '#server/modules/audit/audit.service.ts'
import { listConversions } from '#server/modules/marketing/marketing.queries.ts'
import { writeConversions } from '#server/modules/marketing/marketing.rules.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

/** What came of clicks, for the advertiser's upload. It names nobody; the audit row says who took it (null: a preview). */
export const exportConversions = (
  database: Database,
  { from, until }: { from: Date; until: Date },
  operator: Operator | null,
): Promise<{ csv: string; count: number }> =>
  database.transaction(async (tx) => {
    const lines = await listConversions(tx, from, until)
    const details = { from, until, lines: lines.length }
    if (operator !== null)
      await recordAction(tx, { operator, action: 'marketing-export', subject: 'conversions', details })
    return { csv: writeConversions(lines), count: lines.length }
  })
