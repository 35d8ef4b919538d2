import pg from 'pg'
import { assumeRole } from '#server/platform/connection-role.ts'

type Send = () => Promise<unknown>

/**
 * Connections that count their trips to the database. All that is sent before the next answers is sent together, and
 * answered together, on whatever connections: the number says how often a call waits, and does not depend on speed.
 * Only one piece of work at a time can be counted.
 */
export function createTripCounter() {
  let trips = 0
  let waiting: Send[] = []
  let isUnderWay = false
  async function sendAll(): Promise<void> {
    isUnderWay = true
    while (waiting.length > 0) {
      // What was asked for in the same turn goes along, and so does a commit behind it, which looks first whether that was sent.
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
    // @ts-expect-error One of its nine forms for all of them.
    override query(
      config: string | pg.QueryConfig,
      values?: unknown[],
      callback?: (...answer: unknown[]) => void,
    ): unknown {
      const ask = (done: (...answer: unknown[]) => void) =>
        (super.query as (...input: unknown[]) => void)(config, values, done)
      // A connection that begins has no part in a call.
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
    /** How often that work waited for the database. */
    async count<T>(work: () => Promise<T>): Promise<{ trips: number; result: T }> {
      const before = trips
      const result = await work()
      return { trips: trips - before, result }
    },
  }
}
