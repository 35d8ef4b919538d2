import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findLockProblems, type Lock, type Manifest } from './lock-problems.ts'

const read = async (file: string) =>
  JSON.parse(await readFile(path.join(import.meta.dirname, '..', file), 'utf8')) as unknown
const lock = (await read('package-lock.json')) as Lock
const problems = findLockProblems(lock, (await read('package.json')) as Manifest)
for (const problem of problems) console.error(problem)
console.log(`${Object.keys(lock.packages).length - 1} packages locked, ${problems.length} problems`)
if (problems.length > 0) process.exitCode = 1
