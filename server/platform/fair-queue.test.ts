import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function gated(queue: FairQueue) {
  const order: string[] = []
  const open: (() => void)[] = []
  const ask = (lane: string, name = lane, group?: string) =>
    queue.run(
      lane,
      async () => {
        order.push(name)
        await new Promise<void>((resolve) => open.push(resolve))
      },
      group,
    )
  const endOne = async () => {
    open.shift()?.()
    await new Promise(setImmediate)
  }
  return { order, ask, endOne }
}

describe('fair queue', () => {
  it('lanes of the queue, one per caller, take turns, so that a busy caller delays only itself', async () => {
    const { order, ask, endOne } = gated(new FairQueue({ running: 1, perLane: 100, waiting: 200 }))
    const all = [...Array.from({ length: 50 }, (_, n) => ask('flood', `flood ${n}`)), ask('maya'), ask('ben')]
    await endOne()
    await endOne()
    await endOne()
    expect(order).toEqual(['flood 0', 'flood 1', 'maya', 'ben'])
    for (let n = 0; n < 60; n++) await endOne()
    await Promise.all(all)
    expect(order.slice(4)).toEqual(Array.from({ length: 48 }, (_, n) => `flood ${n + 2}`))
  })

  it("work that would wait too long is refused with a retry time, and other callers' lanes keep room", async () => {
    const { order, ask, endOne } = gated(new FairQueue({ running: 1, perLane: 3, waiting: 5 }))
    const kept = [ask('flood'), ask('flood'), ask('flood'), ask('flood')]
    await expect(ask('flood')).rejects.toMatchObject({ status: 'Unavailable', retryAfterSeconds: 2 })
    kept.push(ask('maya'), ask('ben'))
    await expect(ask('zoe')).rejects.toMatchObject({ status: 'Unavailable' })
    for (let n = 0; n < 6; n++) await endOne()
    await Promise.all(kept)
    expect(order).toEqual(['flood', 'flood', 'maya', 'ben', 'flood', 'flood'])
    const again = ask('zoe')
    await endOne()
    await again
    expect(order.at(-1)).toBe('zoe')
  })

  it('a group of callers is limited, and a finished task lets the next one start', async () => {
    const { order, ask, endOne } = gated(new FairQueue({ running: 1, perLane: 2, waiting: 6, perGroup: 3 }))
    const kept = ['a', 'b', 'c', 'd'].map((lane) => ask(lane, lane, 'network'))
    await expect(ask('e', 'e', 'network')).rejects.toMatchObject({ status: 'Unavailable' })
    kept.push(ask('maya', 'maya', 'home'), ask('mail'))
    await endOne()
    kept.push(ask('e', 'e', 'network'))
    await expect(ask('f', 'f', 'network')).rejects.toMatchObject({ status: 'Unavailable' })
    for (let n = 0; n < 7; n++) await endOne()
    await Promise.all(kept)
    expect(order).toEqual(['a', 'b', 'c', 'd', 'maya', 'mail', 'e'])
    const again = ['a', 'b', 'c', 'd'].map((lane) => ask(lane, lane, 'network'))
    for (let n = 0; n < 4; n++) await endOne()
    await Promise.all(again)
  })

  it('the queue continues after failed work', async () => {
    const queue = new FairQueue({ running: 1, perLane: 3, waiting: 5 })
    const failing = queue.run('a', () => Promise.reject(new Error('no')))
    const next = queue.run('b', async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
  })

  it('as many tasks run at once as configured', async () => {
    const { order, ask, endOne } = gated(new FairQueue({ running: 3, perLane: 9, waiting: 9 }))
    const all = ['a', 'b', 'c', 'd', 'e'].map((lane) => ask(lane))
    await new Promise(setImmediate)
    expect(order).toEqual(['a', 'b', 'c'])
    await endOne()
    expect(order).toEqual(['a', 'b', 'c', 'd'])
    for (let n = 0; n < 4; n++) await endOne()
    await Promise.all(all)
  })
})
