type Rows = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
type Which = { kind?: string; not?: string }

export const makeJobsDue = (rows: Rows, { kind, not }: Which = {}): Promise<unknown> =>
  rows(
    `update pgboss.job_common set start_after = now() where state < 'active' and name <> 'dead'
       and ($1::text is null or data->>'kind' = $1) and ($2::text is null or data->>'kind' <> $2)`,
    [kind ?? null, not ?? null],
  )

type WaitingJob = { id: string; payload: Record<string, unknown>; attempts: number; error: string | null }

export const waitingJobs = (rows: Rows, kind: string): Promise<WaitingJob[]> =>
  rows<WaitingJob>(
    `select id, data->'payload' as payload, retry_count as attempts, output->>'message' as error from pgboss.job_common
     where state <= 'active' and name <> 'dead' and data->>'kind' = $1 order by created_on`,
    [kind],
  )

export const forgetJobs = (rows: Rows, kind: string): Promise<unknown> =>
  rows(`delete from pgboss.job_common where data->>'kind' = $1`, [kind])
