import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { numbers } from './numbers.ts'
import type { NumberMutant } from './numbers/change.ts'
import { saveNumber, type Caught } from './results.ts'
import { root } from './rules.ts'

const call = promisify(execFile)

export async function runNumbers(only: readonly string[]): Promise<Caught[]> {
  const copy = await makeTemporaryFolder('mutants')
  try {
    await copyProject(copy)
    const outcomes: Caught[] = []
    for (const mutant of numbers.filter(({ what }) => only.length === 0 || only.some((part) => what.includes(part)))) {
      const isCaught = await isNoticed(copy, mutant)
      outcomes.push({ mutant, isCaught })
      await saveNumber({ mutant, isCaught })
      console.log(isCaught ? 'caught  ' : 'MISSED  ', `${mutant.what}: ${mutant.from} → ${mutant.to}`)
    }
    return outcomes
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function copyProject(to: string): Promise<void> {
  const listed = await call('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, maxBuffer: 2 ** 26 })
  for (const file of listed.stdout.split('\n').filter(Boolean)) {
    const target = path.join(to, file)
    await mkdir(path.dirname(target), { recursive: true })
    await cp(path.join(root, file), target).catch((error: unknown) => {
      // The file was deleted, but the deletion is not committed yet.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    })
  }
  await symlink(path.join(root, 'node_modules'), path.join(to, 'node_modules'))
}

async function isNoticed(copy: string, { file, from, to, project, test }: NumberMutant): Promise<boolean> {
  const place = path.join(copy, file)
  const source = await readFile(place, 'utf8')
  const at = source.indexOf(from)
  if (at < 0 || source.indexOf(from, at + 1) >= 0) throw new Error(`${file} holds "${from}" not exactly once`)
  await writeFile(
    place,
    source.replace(from, () => to),
  )
  try {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    await call(process.execPath, [vitest, 'run', '--project', project, ...test], { cwd: copy, maxBuffer: 2 ** 26 })
    return false
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    // True if a test failed. A run without tests, or with a load error, does not count as detection of the mutant.
    return /Tests\s.*\d+ failed/.test(stripVTControlCharacters(stdout))
  } finally {
    await writeFile(place, source)
  }
}
