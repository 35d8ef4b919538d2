import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operatorActions } from '#shared/contract/operator.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { readTyped } from './options.ts'

let folder: string
beforeAll(async () => {
  folder = await makeTemporaryFolder('options')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const readFolder = (place: string) => readTyped(operatorActions['content.preview'], { folder: place })
const inFolder = async (name: string): Promise<string> => {
  await mkdir(path.join(folder, name, 'en', 'faq'), { recursive: true })
  return path.join(folder, name)
}

it('an endless file given to a command is not read to its end', async () => {
  const place = await inFolder('device')
  await symlink('/dev/zero', path.join(place, 'en', 'faq', 'start.md'))
  await expect(readFolder(place)).rejects.toThrow('holds more than 40 MB')
})

it('a file given to a command is refused by name if it is too large', async () => {
  const place = await inFolder('large')
  const file = path.join(place, 'en', 'faq', 'start.md')
  await writeFile(file, '')
  await truncate(file, 40_000_001)
  await expect(readFolder(place)).rejects.toThrow(`--folder: ${file} holds more than 40 MB.`)
})

it('a binary file given to a command is refused, and a text file is read unchanged', async () => {
  const place = await inFolder('texts')
  const file = path.join(place, 'en', 'faq', 'start.md')
  await writeFile(file, Buffer.from([0xff, 0xfe]))
  await expect(readFolder(place)).rejects.toThrow('--folder is not UTF-8.')
  await writeFile(file, '文本\r\n')
  expect(await readFolder(place)).toMatchObject({ folder: [{ path: 'en/faq/start.md', text: '文本\r\n' }] })
})
