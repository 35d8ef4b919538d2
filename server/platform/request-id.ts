import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string | undefined>()

/** Runs `work` and everything it calls as part of a request; its log lines and new jobs carry the id. */
export const runForRequest = <T>(id: string | undefined, work: () => T): T => requests.run(id, work)

export const currentRequest = (): string | undefined => requests.getStore()
