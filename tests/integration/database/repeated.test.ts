import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  // A sequence keeps its value after a rollback, so only the first attempts fail like a deadlock.
  await db.asOwner(`
    create sequence tries;
    create function ended_before(tries_needed int, code text) returns bigint language plpgsql as $$
      declare n bigint := nextval('tries');
      begin
        if n < tries_needed then raise exception using errcode = code; end if;
        return n;
      end $$;
    grant usage on sequence tries to wayfare_app;
    grant execute on function ended_before(int, text) to wayfare_app`)
})
afterAll(() => db.drop())

const ask = (triesNeeded: number, code: string) => ({
  name: 'ended before',
  text: 'select ended_before($1, $2)::int as n',
  values: [triesNeeded, code],
})

it.each(['40P01', '40001'])('a single statement that PostgreSQL ended with %s is repeated', async (code) => {
  await db.asOwner('alter sequence tries restart')
  expect(await db.database.one(ask(4, code))).toEqual({ n: 4 })
})

it('a transaction ended by a deadlock is repeated from its start', async () => {
  await db.asOwner('alter sequence tries restart')
  let rounds = 0
  const work = db.database.transaction((tx) => {
    rounds += 1
    return tx.one(ask(3, '40P01'))
  })
  expect(await work).toEqual({ n: 3 })
  expect(rounds).toBe(3)
})

it('a transaction ended by a deadlock is repeated, although a statement sent beside the deadlocked one reports first that the transaction is over', async () => {
  await db.asOwner('alter sequence tries restart')
  let rounds = 0
  const work = db.database.transaction(async (tx) => {
    rounds += 1
    // The error of a statement deep inside a workflow takes longer to its caller than that of a statement beside it.
    const deep = async () => (await (async () => [await tx.one(ask(2, '40P01'))])())[0]
    const both = Promise.all([deep(), tx.one({ name: 'beside', text: 'select 1 as one', values: [] })])
    await new Promise((resolve) => setImmediate(resolve))
    // Both answers arrive while this process is busy, and are then read together.
    for (const until = performance.now() + 200; performance.now() < until;);
    return both
  })
  expect(await work).toEqual([{ n: 2 }, { one: 1 }])
  expect(rounds).toBe(2)
})

it('a transaction whose failed statement was ignored fails, because PostgreSQL commits nothing of it', async () => {
  await db.asOwner('alter sequence tries restart')
  const work = db.database.transaction(async (tx) => {
    await tx.one(ask(9, '23505')).catch(() => {})
    return 'as if it had worked'
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
})

it('a failing statement is attempted five times, and one refused for another reason once', async () => {
  await db.asOwner('alter sequence tries restart')
  await expect(db.database.one(ask(99, '40P01'))).rejects.toMatchObject({ code: '40P01' })
  expect(await db.asOwner('select last_value::int as n from tries')).toEqual([{ n: 5 }])
  await expect(db.database.one(ask(99, '23505'))).rejects.toMatchObject({ code: '23505' })
  expect(await db.asOwner('select last_value::int as n from tries')).toEqual([{ n: 6 }])
})
