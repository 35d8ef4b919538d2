import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stampInputs } from './stamp-inputs.ts'

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
const stamp = () => stampInputs(root, ['server', 'lock.json'], saved)
const age = () => sleep(2_100)

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
    await age()
    const first = stamp()
    const text = await readFile(saved, 'utf8')
    await writeFile(saved, text.replaceAll(first, 'taken'))
    expect(stamp()).toBe('taken')
    await writeFile(saved, 'no JSON')
    expect(stamp()).toBe(first)
  })

  it('changes with a file of the same length whose time of modification was set back', async () => {
    const file = path.join(root, 'server/one.ts')
    await utimes(file, new Date(0), new Date(0))
    await age()
    const first = stamp()
    await writeFile(file, 'export const one = 7\n')
    await utimes(file, new Date(0), new Date(0))
    expect(stamp()).not.toBe(first)
  })

  it('is not saved while a file has just changed', async () => {
    stamp()
    await expect(readFile(saved, 'utf8')).rejects.toThrow('ENOENT')
  })
})
