import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Log } from './platform/log.ts'

/** One that ends by itself is started again after so long, then after twice that, and so on; one that ran for a minute was well. */
const firstPauseMs = 1_000
const longestPauseMs = 30_000
const wellMs = 60_000

export type WorkerBeside = {
  /** Lets it finish what it is at, and waits until it is gone. */
  stop(): Promise<void>
}

/**
 * Runs jobs in a process of their own beside this one: whatever they do to their thread, pages and calls have theirs. It ends with this
 * process, also where that is killed, because it sees the channel between them close. `file`: the worker's entry.
 */
export function startWorkerBeside(file: string, log: Log): WorkerBeside {
  let child: ChildProcess
  let again: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  let isStopping = false
  function start(): void {
    const startedAt = performance.now()
    const own = spawn(process.execPath, [...process.execArgv, file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child = own
    let isOver = false
    const over = (reason: object) => {
      if (isOver || isStopping) return
      isOver = true
      if (performance.now() - startedAt > wellMs) pauseMs = firstPauseMs
      log.error({ ...reason, againInMs: pauseMs }, 'the worker ended')
      again = setTimeout(start, pauseMs)
      pauseMs = Math.min(longestPauseMs, 2 * pauseMs)
    }
    own.once('exit', (code, signal) => over({ code, signal }))
    own.once('error', (err) => over({ err }))
  }
  start()
  return {
    async stop() {
      isStopping = true
      clearTimeout(again)
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      if (child.connected) child.disconnect()
      await gone
    },
  }
}
