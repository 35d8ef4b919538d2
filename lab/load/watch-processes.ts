import { readFile } from 'node:fs/promises'
import { quantile } from './tally.ts'

type Watched = { readonly name: string; readonly pid: number; readonly metricsPort?: number }
type Sample = { readonly at: number; readonly rss: number; readonly lagMs: number | null; readonly cpu: number }

/**
 * Measures a process: resident memory (MB), CPU seconds so far and, if metrics are enabled, event loop lag since the
 * last sample.
 */
async function sample({ pid, metricsPort }: Watched): Promise<Sample | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (status === null || stat === null) return null
  // Takes the fields after the process name, which ends with a bracket. Fields 14 and 15 of /proc/PID/stat are user and
  // system time in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const shown = metricsPort === undefined ? '' : await metrics(metricsPort)
  const lag = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(shown)?.[1]
  return {
    at: performance.now(),
    rss: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    lagMs: lag === undefined ? null : Number(lag) * 1000,
    cpu: (Number(fields[11]) + Number(fields[12])) / 100,
  }
}

const metrics = (port: number): Promise<string> =>
  fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.text(),
    () => '',
  )

/** Samples each process every five seconds until `report` is called, which returns one row per process. Needs Linux's `/proc`. */
export function watchProcesses(processes: readonly Watched[]): { report(): Record<string, object> } {
  const samples = new Map<string, Sample[]>(processes.map(({ name }) => [name, []]))
  const look = () =>
    void Promise.all(
      processes.map(async (watched) => {
        const seen = await sample(watched)
        if (seen) samples.get(watched.name)?.push(seen)
      }),
    )
  look()
  const timer = setInterval(look, 5_000)
  return {
    report() {
      clearInterval(timer)
      return Object.fromEntries([...samples].map(([name, seen]) => [name, row(seen)]))
    },
  }
}

function row(seen: readonly Sample[]): object {
  const at = (share: number) => Math.round(seen[Math.round((seen.length - 1) * share)]?.rss ?? NaN)
  const lags = seen.flatMap(({ lagMs }) => lagMs ?? []).toSorted((a, b) => a - b)
  const [first, last] = [seen[0], seen.at(-1)]
  const share = first && last && last.at > first.at ? (last.cpu - first.cpu) / ((last.at - first.at) / 1000) : NaN
  return {
    'RSS, MB: start': at(0),
    '¼': at(0.25),
    '½': at(0.5),
    '¾': at(0.75),
    end: at(1),
    most: Math.round(Math.max(...seen.map(({ rss }) => rss))),
    cores: Number(share.toFixed(2)),
    'event loop late, ms: median of p99': lags.length > 0 ? Math.round(quantile(lags, 0.5)) : '',
    'worst p99': lags.length > 0 ? Math.round(lags.at(-1) ?? NaN) : '',
  }
}
