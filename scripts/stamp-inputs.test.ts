import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSettled, stampInputs } from './stamp-inputs.ts'

let root: string
let saved: string
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'wayfare-stamp-'))
  saved = path.join(root, 'stamps.json')
  await mkdir(path.join(root, 'server'))
  await writeFile(path.join(root, 'server/one.ts'), 'export const one = 1\n')
  await writeFile(path.join(root, 'server/one.test.ts'), 'it works\n')
  await writeFile(path.join(root, 'lock.json'), '{}')
})
afterEach(() => rm(root, { recursive: true, force: true }))
const stampAt = (now: number) => stampInputs(root, ['server', 'lock.json'], saved, now)
const stamp = () => stampAt(Date.now())
/** Takes the stamp when no file is young any more. */
const stampLater = () => stampAt(Date.now() + 2_100)

describe('the stamp of a build', () => {
  it('changes with a file, a new file and a renamed one, and not with a test', async () => {
    const seen = [stamp()]
    await writeFile(path.join(root, 'server/one.ts'), 'export const one = 2\n')
    seen.push(stamp())
    await writeFile(path.join(root, 'server/two.ts'), '')
    seen.push(stamp())
    await rm(path.join(root, 'server/two.ts'))
    await writeFile(path.join(root, 'server/three.ts'), '')
    seen.push(stamp())
    await writeFile(path.join(root, 'server/one.test.ts'), 'it fails\n')
    expect(new Set(seen).size).toBe(4)
    expect(stamp()).toBe(seen.at(-1))
  })

  it('is taken from the last run while no file has changed', async () => {
    const first = stampLater()
    const text = await readFile(saved, 'utf8')
    await writeFile(saved, text.replaceAll(first, 'taken'))
    expect(stamp()).toBe('taken')
    await writeFile(saved, 'no JSON')
    expect(stamp()).toBe(first)
  })

  it('changes with a file of the same length whose time of modification was set back', async () => {
    const file = path.join(root, 'server/one.ts')
    await utimes(file, new Date(0), new Date(0))
    const first = stampLater()
    // Longer than a file system may give two changes the same time.
    await sleep(50)
    await writeFile(file, 'export const one = 7\n')
    await utimes(file, new Date(0), new Date(0))
    expect(stamp()).not.toBe(first)
  })

  it('is not saved while a file has just changed', async () => {
    stampAt((await stat(path.join(root, 'lock.json'))).ctimeMs + 1_900)
    await expect(readFile(saved, 'utf8')).rejects.toThrow('ENOENT')
  })
})

describe('a build', () => {
  it('is made again, and has the stamp of what it was made from, if a source is saved meanwhile', async () => {
    const built: string[] = []
    const read = () => readFile(path.join(root, 'server/one.ts'), 'utf8')
    const made = await buildSettled(stamp, async () => {
      built.push(await read())
      if (built.length === 1) await writeFile(path.join(root, 'server/one.ts'), 'export const one = 3\n')
    })
    expect(built).toEqual(['export const one = 1\n', 'export const one = 3\n'])
    expect(made).toBe(stamp())
  })

  it('is made once if nothing changes, and given up if something always does', async () => {
    let builds = 0
    await buildSettled(stamp, async () => void (builds += 1))
    expect(builds).toBe(1)
    const restless = buildSettled(stamp, () => writeFile(path.join(root, 'server/one.ts'), `${(builds += 1)}\n`))
    await expect(restless).rejects.toThrow('Sources changed during each of 3 builds')
    expect(builds).toBe(4)
  })
})
