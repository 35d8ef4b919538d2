import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string | undefined>()

/** Runs `work`, and all that it calls, as part of a request: lines of the log and jobs made in it carry its id. */
export const runForRequest = <T>(id: string | undefined, work: () => T): T => requests.run(id, work)

/** The id of the request that this is done for; undefined for what no one asked for. */
export const currentRequest = (): string | undefined => requests.getStore()
