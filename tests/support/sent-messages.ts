type Rows = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

type Told = { userId: string; template: string; event: string; facts: Record<string, unknown>; status: string }

export const listTold = (rows: Rows, userId: string | null = null): Promise<Told[]> =>
  rows<Told>(
    `select user_id as "userId", template, event, facts, status from outbox_messages
     where event is not null and ($1::uuid is null or user_id = $1) order by created_at, event`,
    [userId],
  )

export async function giveAddress(rows: Rows, userId: string, email: string, language = 'en'): Promise<void> {
  await rows(
    `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at) values ($1, 'email', $2, $2, now())`,
    [userId, email],
  )
  await rows('update users set language = $2 where id = $1', [userId, language])
}
