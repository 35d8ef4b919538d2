import type { Queryable, Transaction } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { releaseColumns, type ClientRelease } from './content.repo.ts'

type ReleaseRow = ClientRelease & { id: string; operator: string; publishedAt: Date; offered: boolean }

export const listReleases = (db: Queryable, limit: number, after: string | null) =>
  db.query(sql<ReleaseRow>`
    select h.id, h.platform, h.version, to_char(h.released_on, 'YYYY-MM-DD') as "releasedOn", h.requires, h.url, h.mirror_url as "mirrorUrl",
      h.sha256, h.size_bytes as "sizeBytes", h.demo, h.operator, h.published_at as "publishedAt",
      exists (select from client_releases r where r.history_id = h.id) as offered
    from client_history h
    where ${after}::uuid is null
      or (h.published_at, h.id) < (select a.published_at, a.id from client_history a where a.id = ${after}::uuid)
    order by h.published_at desc, h.id desc limit ${limit}`)

export const findRelease = (db: Queryable, id: string) =>
  db.maybe(sql<ClientRelease>`
    select ${releaseColumns} from client_history where id = ${id}`)

export const lockOffered = (tx: Transaction, platform: ClientRelease['platform']) =>
  tx.maybe(sql<ClientRelease & { id: string | null }>`
    select history_id as id, ${releaseColumns} from client_releases where platform = ${platform} for update`)

export const insertHistory = (tx: Transaction, c: ClientRelease, operator: string) =>
  tx.one(sql<{ id: string }>`
    insert into client_history (platform, version, released_on, requires, url, mirror_url, sha256, size_bytes, demo, operator)
    values (${c.platform}, ${c.version}, ${c.releasedOn}, ${JSON.stringify(c.requires)}, ${c.url}, ${c.mirrorUrl}, ${c.sha256},
      ${c.sizeBytes}, ${c.demo}, ${operator}) returning id`)

export const offer = (tx: Transaction, id: string) =>
  tx.run(sql`
    insert into client_releases (platform, version, released_on, requires, url, mirror_url, sha256, size_bytes, demo, history_id)
    select platform, version, released_on, requires, url, mirror_url, sha256, size_bytes, demo, id from client_history where id = ${id}
    on conflict (platform) do update set version = excluded.version, released_on = excluded.released_on, requires = excluded.requires,
      url = excluded.url, mirror_url = excluded.mirror_url, sha256 = excluded.sha256, size_bytes = excluded.size_bytes,
      demo = excluded.demo, history_id = excluded.history_id`)

export const deleteOffered = (tx: Transaction) => tx.run(sql`delete from client_releases`)
export const stopOffering = (tx: Transaction, platform: ClientRelease['platform']) =>
  tx.run(sql`delete from client_releases where platform = ${platform}`)
