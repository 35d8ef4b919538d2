import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createProvider } from '#server/modules/tunnels/panels/create-panels.ts'
import type { TunnelProvider, Usage } from '#server/modules/tunnels/panels/port.ts'
import { listUsage, sumMonth } from '#server/modules/tunnels/usage.queries.ts'
import { countAtPanel, startCounting } from '#server/workflows/tunnels/count-panel-usage.ts'
import { jobFor, openTunnelShop, type Person, type TunnelShop } from './panels.setup.ts'

let lies: (() => AsyncIterable<Usage>) | null = null
const wrapped = (provider: TunnelProvider): TunnelProvider => ({
  ...provider,
  usage: () => (lies ? lies() : provider.usage()),
})

let shop: TunnelShop
beforeAll(async () => {
  shop = await openTunnelShop({ pauseMs: 1, create: (settings, options) => wrapped(createProvider(settings, options)) })
  await shop.set('wave', 'remnawave')
  await shop.set('bare', 'marzban')
})
afterAll(() => shop.close())
afterEach(() => {
  lies = null
})

const count = (id = 'wave') => countAtPanel(shop.deps, jobFor(id))
const member = async (): Promise<Person> => {
  const person = await shop.person()
  await shop.buy(person)
  await shop.settle('wave', 'bare')
  return person
}
const use = ({ subject }: Person, bytes: number) => {
  shop.panels.remnawave.users.get(subject)!.usedBytes = bytes
}
const used = async ({ userId }: Person) => {
  const { up, down } = await sumMonth(shop.db.database, userId)
  return up + down
}

describe('traffic at a panel', () => {
  it('traffic is counted once from the first reading on, also with concurrent counting', async () => {
    const person = await member()
    use(person, 5_000)
    await count()
    expect(await used(person)).toBe(0)
    use(person, 7_000)
    await count()
    await count()
    expect(await used(person)).toBe(2_000)
    use(person, 7_500)
    await Promise.all([count(), count(), count()])
    await count()
    expect(await used(person)).toBe(2_500)
  })

  it('usage continues from zero after a panel resets its counter', async () => {
    const person = await member()
    use(person, 9_000)
    await count()
    use(person, 300)
    await count()
    use(person, 400)
    await count()
    expect(await used(person)).toBe(400)
  })

  it('traffic at several panels is added up per day', async () => {
    const person = await member()
    const bare = shop.panels.marzban.users.get(person.subject)!
    use(person, 10)
    bare.used = 20
    await count('wave')
    await count('bare')
    use(person, 110)
    bare.used = 220
    await count('wave')
    await count('bare')
    expect(await used(person)).toBe(300)
    const days = await listUsage(shop.db.database, person.userId)
    expect(days.map(({ day, up, down }) => [day.toISOString().slice(11), up, down])).toEqual([
      ['00:00:00.000Z', 0, 300],
    ])
  })

  it.each([
    ['negative', -5],
    ['fractional', 10.5],
    ['too large for an exact number', 2 ** 60],
    ['more than any connection can carry', 5e12],
    ['not a number', Number.NaN],
  ])('a reading that is %s is ignored, and other users are counted', async (_name, usedBytes) => {
    const [odd, other] = [await member(), await member()]
    await count()
    lies = async function* () {
      yield { subject: odd.subject, usedBytes }
      yield { subject: other.subject, usedBytes: 40 }
    }
    await count()
    expect([await used(odd), await used(other)]).toEqual([0, 40])
  })

  it('a user listed twice or in an interrupted list is counted once', async () => {
    const person = await member()
    await count()
    lies = async function* () {
      yield { subject: person.subject, usedBytes: 60 }
      yield { subject: `wf_${'z'.repeat(20)}`, usedBytes: 60 }
      yield { subject: person.subject, usedBytes: 60 }
    }
    await count()
    expect(await used(person)).toBe(60)
    shop.panels.remnawave.faults.add({ method: '*', kind: 'status500', times: 1, ms: 0 })
    lies = null
    use(person, 100)
    await count()
    expect(await used(person)).toBe(60)
    await count()
    expect(await used(person)).toBe(100)
  })

  it('counting does not wait for a purchase in progress, and catches up next time', async () => {
    const person = await member()
    await count()
    use(person, 80)
    await shop.db.database.transaction(async (tx) => {
      await tx.query({
        text: 'select 1 from tunnel_deliveries where user_id = $1 for update',
        values: [person.userId],
        name: 'holds a row',
      })
      await count()
    })
    expect(await used(person)).toBe(0)
    await count()
    expect(await used(person)).toBe(80)
  })

  it('traffic and counters of an erased user are not stored', async () => {
    const person = await member()
    await count()
    await shop.rows('update memberships set erased_at = now(), version = version + 1 where user_id = $1', [
      person.userId,
    ])
    use(person, 500)
    await count()
    expect(await used(person)).toBe(0)
    await shop.settle('wave', 'bare')
    expect(
      await shop.rows('select counted from tunnel_deliveries where user_id = $1 and counted is not null', [
        person.userId,
      ]),
    ).toEqual([])
  })
})

it('each panel gets its own counting job, webhook receivers none', async () => {
  await shop.set('hook', 'webhook')
  await shop.settle('hook')
  await startCounting(shop.deps)
  await startCounting(shop.deps)
  const waiting = await shop.rows<{ provider: string }>(
    `select data->'payload'->>'provider' as provider from pgboss.job where data->>'kind' = 'count-at-panel' order by 1`,
  )
  expect(waiting).toEqual([{ provider: 'bare' }, { provider: 'wave' }])
})
