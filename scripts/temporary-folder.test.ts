import { rm, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hasRoomInMemory, makeFolderInMemory, makeTemporaryFolder } from './temporary-folder.ts'

test.each([
  { place: 'in memory', make: makeFolderInMemory },
  { place: 'among temporary ones', make: makeTemporaryFolder },
])('a folder $place can be entered but not listed by others', async ({ make }) => {
  const folder = await make('test-of-folders')
  try {
    expect((await stat(folder)).mode & 0o777).toBe(0o711)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('memory is refused as the place of a folder larger than the available memory', async () => {
  expect(await hasRoomInMemory(2 ** 60)).toBe(false)
})
