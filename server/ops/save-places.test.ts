import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { act } from './run-ops.ts'

let folder: string
beforeAll(async () => {
  folder = await makeTemporaryFolder('places')
  await writeFile(path.join(folder, 'file'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const terminal = { print: () => {}, printText: () => {}, table: () => {}, complain: () => {} }
/** Makes the file of a payout batch. `done`: the action came further than its input. */
async function saveTo(place: string, preview = false) {
  let done = false
  const saving = act(
    'payouts.file',
    { folder: place, batch: '2026-11', chain: 'tron', preview },
    terminal,
    { config: { dataDir: '/var/lib/wayfare' } } as never,
    async (_name, given) => {
      await given()
      done = true
      throw new Error('the action')
    },
  )
  const error = await saving.then(
    () => null,
    (fault: Error) => fault.message,
  )
  return { done, error }
}

it('an action whose files could not be saved is refused before it is done', async () => {
  const { done, error } = await saveTo(path.join(folder, 'file', 'payouts'))
  expect(error).toContain('ENOTDIR')
  expect(done).toBe(false)
  expect(await saveTo(path.join(folder, 'new', 'payouts'))).toEqual({ done: true, error: 'the action' })
  expect(existsSync(path.join(folder, 'new', 'payouts'))).toBe(true)
})

it('a preview needs no place in which anything can be saved, and makes none', async () => {
  expect((await saveTo(path.join(folder, 'preview'), true)).done).toBe(true)
  expect(existsSync(path.join(folder, 'preview'))).toBe(false)
})
