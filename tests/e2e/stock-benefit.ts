import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { operate } from './invite-steps.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

export async function stockOne(kind: string, account: string, password: string): Promise<void> {
  const folder = await makeTemporaryFolder('benefits')
  const file = path.join(folder, 'stock.txt')
  await writeFile(file, `${account}\t${password}\thttps://demo-music.example/login\n`)
  const names = ['--name-en', kind, '--name-zh', kind]
  try {
    await operate('benefits', 'import', '--kind', kind, '--file', file, ...names)
  } finally {
    await rm(folder, { recursive: true })
  }
}
