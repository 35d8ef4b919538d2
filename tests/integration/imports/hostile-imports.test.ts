import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { isBusy, startImport } from '#server/modules/imports/imports.service.ts'
import { importSources, type ImportSource } from '#server/modules/imports/readers/records.rules.ts'
import { runImport } from '#server/workflows/imports/run-import.ts'
import { undoImport } from '#server/workflows/imports/undo-import.ts'
import { say } from '#text/say.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { hostileFile, idOfRow, traps } from '#tests/support/hostile-people.ts'
import { oldFile, oldPerson } from '#tests/support/moving-in.ts'
import { perform, performed } from '#tests/support/operator-acts.ts'

let test: TestApp
let plan: string
beforeAll(async () => {
  test = await createTestApp({ maxConnections: 8 })
  plan = (await listAllGoods(test.db.database))[0]!.id
})
afterAll(() => test.close())

const job = (importId: string) => ({
  payload: { importId },
  signal: new AbortController().signal,
  completeIn: async () => {},
})

type Refused = { kind: string; oldId: string; reason: { code: string; params: Record<string, string> } }
async function listRefused(id: string): Promise<Refused[]> {
  const refused: Refused[] = []
  for (let afterRow = 0; ;) {
    const { items } = await performed(test.db.database, 'imports.refused', {
      id,
      ...(afterRow > 0 && { afterRow }),
    })
    refused.push(...(items as unknown as Refused[]))
    const last = items.at(-1)
    if (!last) return refused
    afterRow = last.row
  }
}

describe.each(importSources)('hostile rows of %s', (source: ImportSource) => {
  const own = traps.filter((trap) => trap.source === source)
  const people = own.flatMap((trap) =>
    trap.rows.map(([title, cells, becomes], index) => {
      return { name: `${trap.name}: ${title}`, id: idOfRow(trap, index + 1), hasOwnId: 'id' in cells, becomes }
    }),
  )

  it('hostile rows are imported as whole people or refused with a reason in both languages, and undone as a whole', async () => {
    const countOf = async (table: string) =>
      (await test.db.asOwner<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n
    const tables = [
      'users',
      'account_identifiers',
      'memberships',
      'membership_grants',
      'account_blocks',
      'operators',
      'tunnel_old_links',
    ]
    const before = await Promise.all(tables.map(countOf))
    const file = hostileFile(own).toString('base64')
    const { id, ...read } = await perform(test.db.database, 'imports.add', {
      source,
      file,
      origin: `hostile-${source}`,
    })
    expect(read.people).toBe(people.length)
    const started = await perform(test.db.database, 'imports.start', { id, plans: [`1=${plan}`], neverMonths: 12 })
    await runImport(test.db.database, job(id), 50)
    const shown = await perform(test.db.database, 'imports.show', { id })
    expect(shown).toMatchObject({ state: 'done', added: started.added, refused: started.refused, changed: 0, same: 0 })
    expect(shown.added + shown.refused).toBe(people.length)

    const refused = await listRefused(id)
    const codes = new Map(
      refused
        .filter(({ kind, reason }) => kind === 'person' && reason.code !== 'import.idDoubled')
        .map(({ oldId, reason }) => [oldId, reason.code]),
    )
    for (const { name, id: oldId, becomes } of people.filter(({ hasOwnId }) => !hasOwnId))
      expect([name, codes.get(String(oldId))]).toEqual([
        name,
        typeof becomes === 'string' ? `import.${becomes}` : undefined,
      ])
    for (const { reason } of refused) {
      const [english, chinese] = [say('en', reason), say('zh-CN', reason)]
      expect(english).toMatch(/^[^{}]*\.$/)
      expect(chinese).toMatch(/^[^{}]*。$/)
      expect(english).not.toContain('import.')
    }

    const rows = await test.db.asOwner<{
      id: string
      email: string
      ends: Date | null
      devices: number
      whole: boolean
    }>(
      `select p.old_id as id, i.value as email, m.expires_at as ends, m.max_devices as devices,
         u.password_hash <> '' and i.kind = 'email' and p.record_hash <> ''
           and (m.expires_at is null) = (p.expires_at is null or p.expires_at < now()) as whole
       from imported_people p join users u on u.id = p.user_id left join account_identifiers i on i.user_id = u.id
         left join memberships m on m.user_id = u.id
       where p.origin = $1`,
      [`hostile-${source}`],
    )
    expect(rows).toHaveLength(shown.added)
    expect(rows.filter(({ whole }) => !whole)).toEqual([])
    for (const { devices } of rows) expect(devices ?? 1).toSatisfy((n: number) => n >= 0 && n <= 100)
    expect(await countOf('operators')).toBe(before[5])

    await perform(test.db.database, 'imports.undo', { id })
    await undoImport(test.db.database, job(id))
    expect(await Promise.all(tables.map(countOf))).toEqual(before)
  })
})

describe('two imports at once', () => {
  const add = async (origin: string, source: ImportSource = 'xboard') =>
    (
      await perform(test.db.database, 'imports.add', {
        source,
        origin,
        file: oldFile(source, [oldPerson(1, { email: `one@${origin}.example` })]),
      })
    ).id
  const start = (id: string) => perform(test.db.database, 'imports.start', { id, plans: [`1=${plan}`, `2=${plan}`] })

  it('only one of two imports that start in the same moment runs, and the other can start later', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await Promise.all([add(`a${round}`), add(`b${round}`, 'csv')])
      const started = await Promise.allSettled(ids.map(start))
      expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const reasons = started.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
      expect(reasons).toEqual(['Another import is running. Wait until it has ended.'])
      const won = ids[started.findIndex(({ status }) => status === 'fulfilled')]!
      const lost = ids.find((id) => id !== won)!
      await runImport(test.db.database, job(won))
      await start(lost)
      await runImport(test.db.database, job(lost))
      for (const id of ids)
        expect(await perform(test.db.database, 'imports.show', { id })).toMatchObject({ state: 'done', added: 1 })
    }
  })

  it('an import that looks for another one waits until the start of that one is committed', async () => {
    const [first, second] = await Promise.all([add('held'), add('waits', 'csv')])
    const isHeld = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const starting = test.db.database.transaction(async (tx) => {
      expect(await isBusy(tx)).toBe(false)
      await startImport(tx, first, {})
      isHeld.resolve()
      await mayCommit.promise
    })
    await isHeld.promise
    const late = Promise.allSettled([start(second)])
    const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and locktype = 'advisory' and not granted`
    await expect.poll(() => test.db.asOwner(waiting)).not.toEqual([])
    mayCommit.resolve()
    await starting
    expect(await late).toMatchObject([
      { status: 'rejected', reason: { message: 'Another import is running. Wait until it has ended.' } },
    ])
    await test.db.asOwner(`delete from imports where id = any($1::uuid[])`, [[first, second]])
  })

  it('an import that two owners start in the same moment starts once', async () => {
    const id = await add('twice')
    const started = await Promise.allSettled([start(id), start(id)])
    expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await runImport(test.db.database, job(id))
  })

  it('two workers that run the same import create each person once', async () => {
    const people = Array.from({ length: 40 }, (_, index) => oldPerson(index + 1, { email: `p${index}@both.example` }))
    const file = oldFile('xboard', people)
    const { id } = await perform(test.db.database, 'imports.add', { source: 'xboard', origin: 'both', file })
    await start(id)
    await Promise.all([runImport(test.db.database, job(id), 7), runImport(test.db.database, job(id), 7)])
    const rows = await test.db.asOwner<{ people: number; grants: number }>(
      `select count(distinct p.user_id)::int as people, count(g.id)::int as grants
       from imported_people p join membership_grants g on g.user_id = p.user_id where p.origin = 'both'`,
    )
    expect(rows).toEqual([{ people: 40, grants: 40 }])
  })

  it('refuses an import while another one is being undone', async () => {
    const [first, second] = [await add('undone'), await add('waits')]
    await start(first)
    await runImport(test.db.database, job(first))
    await perform(test.db.database, 'imports.undo', { id: first })
    await expect(start(second)).rejects.toThrow('Another import is running')
    await undoImport(test.db.database, job(first))
    await start(second)
    await runImport(test.db.database, job(second))
  })
})

describe('a file that cannot be read', () => {
  it.each([
    ['an Excel workbook', 'csv', Buffer.from('504b0304', 'hex'), 'compressed or an Excel workbook', '压缩文件'],
    ['an open quotation mark', 'csv', 'email\n"a@x.example\n', 'opens in line 2', '第 2 行'],
    [
      'a row with too few values',
      'xboard',
      'INSERT INTO v2_user (id,email) VALUES (1);',
      'Row 1 of v2_user has 1 values for 2',
      '第 1 行有 1 个值',
    ],
    [
      'rows without names of columns',
      'xboard',
      "INSERT INTO v2_user VALUES (1,'a');",
      'names of its columns',
      '没有列名',
    ],
    ['an INSERT with SET', 'v2board', 'INSERT INTO v2_user SET id=1;', 'form that cannot be read', '写法无法读取'],
    [
      'a dump without its end',
      'v2board',
      '-- MySQL dump 10.13\nINSERT INTO v2_user (id) VALUES (1);\n',
      'end of the file is missing',
      '文件末尾缺失',
    ],
  ] as const)('refuses %s with a reason in both languages', async (_name, source, content, english, chinese) => {
    const file = Buffer.from(content as string).toString('base64')
    const refused = await performed(test.db.database, 'imports.add', { source, file }).catch(
      (error: unknown) => (error as { refusal: { sentence: Parameters<typeof say>[1] } }).refusal.sentence,
    )
    const sentence = refused as Parameters<typeof say>[1]
    expect(say('en', sentence)).toContain(english)
    expect(say('zh-CN', sentence)).toContain(chinese)
  })
})
