import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findLicenceProblems } from './licence-problems.ts'
import type { Lock } from './lock-problems.ts'

type Named = string | readonly string[]
type Described = { readonly license?: Named; readonly licenses?: Named }
const root = path.join(import.meta.dirname, '..')
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock

function installed(place: string): string | null {
  const file = path.join(root, place, 'package.json')
  if (!existsSync(file)) return null
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as Described
  return [license ?? licenses ?? 'none'].flat().join(',')
}

const problems = findLicenceProblems(lock, installed)
for (const problem of problems) console.error(problem)
const count = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && !dev).length
console.log(`${count} packages of a deployment, ${problems.length} problems with their licences`)
if (problems.length > 0) process.exitCode = 1
