import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Log } from './platform/log.ts'

/**
 * Delay before an ended worker is restarted. Doubles with each end, up to `longestPauseMs`, and returns to this after
 * the worker ran for more than a minute.
 */
const firstPauseMs = 1_000
const longestPauseMs = 30_000
const wellMs = 60_000

type WorkerBeside = {
  stop(): Promise<void>
}

/**
 * Runs jobs in a child process, so that they cannot block the thread that serves pages and calls. The child exits with
 * this process even if that is killed, because it sees the IPC channel close. `file`: entry of the worker.
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
