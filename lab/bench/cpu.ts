import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hashPassword } from '#server/platform/argon2.ts'

/** CPU of a process in ms, on request with its ended children. Linux; counts in steps of 10 ms. */
export function cpuOf(pid: number | string, withEnded = false): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = Number(fields[11]) + Number(fields[12])
    return 10 * (withEnded ? own + Number(fields[13]) + Number(fields[14]) : own)
  } catch {
    return 0
  }
}

/** CPU of a database's processes in ms, without the connections that `without` names. `data`: folder of the database. */
export function cpuOfDatabase(data: string, without: readonly number[] = []): number {
  const postmaster = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  return children
    .filter((pid) => !without.includes(Number(pid)))
    .reduce((sum, pid) => sum + cpuOf(pid), cpuOf(postmaster, true))
}

/** CPU of one password hash on an idle core of the machine on which the aims were set. */
const idleHashMs = 9.4

/**
 * Measures the factor by which work takes more CPU time at the moment than on an idle core, because other programs share
 * caches and cores. Divide a figure by it before comparing it with an aim or with another day.
 */
export async function measureSlowness(): Promise<number> {
  const hashes = 30
  await hashPassword('warm-up', 'bench')
  const before = process.cpuUsage()
  for (let hash = 0; hash < hashes; hash++) await hashPassword('measured', 'bench')
  const { user, system } = process.cpuUsage(before)
  return Math.round((10 * (user + system)) / 1_000 / hashes / idleHashMs) / 10
}
