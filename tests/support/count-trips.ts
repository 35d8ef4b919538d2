import pg from 'pg'
import { assumeRole } from '#server/platform/connection-role.ts'

type Send = () => Promise<unknown>

/**
 * Counts round trips to the database. Everything sent before the next answer counts as one trip, whatever the
 * connection, so the number is independent of speed. Only one operation can be counted at a time.
 */
export function createTripCounter() {
  let trips = 0
  let waiting: Send[] = []
  let isUnderWay = false
  async function sendAll(): Promise<void> {
    isUnderWay = true
    while (waiting.length > 0) {
      // Waits for statements of the same turn, and for a commit after them, which first checks that they were sent.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      const together = waiting
      waiting = []
      trips++
      await Promise.all(together.map((send) => send()))
      await new Promise((resolve) => setImmediate(resolve))
    }
    isUnderWay = false
  }
  function hold(send: Send): void {
    waiting.push(send)
    if (!isUnderWay) void sendAll()
  }
  class CountingClient extends pg.Client {
    // @ts-expect-error This signature stands for all nine overloads of `query`.
    override query(
      config: string | pg.QueryConfig,
      values?: unknown[],
      callback?: (...answer: unknown[]) => void,
    ): unknown {
      const ask = (done: (...answer: unknown[]) => void) =>
        (super.query as (...input: unknown[]) => void)(config, values, done)
      if (config === assumeRole)
        return new Promise((resolve, reject) => ask((error, result) => (error ? reject(error) : resolve(result))))
      if (callback) {
        hold(
          () =>
            new Promise<void>((answered) =>
              ask((...answer) => {
                answered()
                callback(...answer)
              }),
            ),
        )
        return undefined
      }
      return new Promise((resolve, reject) => {
        hold(
          () =>
            new Promise<void>((answered) =>
              ask((error, result) => {
                answered()
                if (error) reject(error)
                else resolve(result)
              }),
            ),
        )
      })
    }
  }
  return {
    Client: CountingClient as unknown as new () => pg.ClientBase,
    async count<T>(work: () => Promise<T>): Promise<{ trips: number; result: T }> {
      const before = trips
      const result = await work()
      return { trips: trips - before, result }
    },
  }
}
