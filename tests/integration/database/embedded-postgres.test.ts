import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'

const module = path.join(import.meta.dirname, '../../../server/db/embedded-postgres.ts')
const second = `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
  const { connection, reused, stop } = await startEmbeddedPostgres({ folder: process.argv[1] })
  console.log(JSON.stringify({ host: connection.host, reused }))
  await stop()`

it('a single embedded PostgreSQL serves all processes of a folder, also with different temporary folders', async () => {
  const folder = await makeTemporaryFolder('shared-postgres')
  const elsewhere = await makeTemporaryFolder('elsewhere')
  const data = path.join(folder, 'postgres')
  const first = await startEmbeddedPostgres({ folder: data, settings: ['fsync=off'] })
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', second, data], {
      env: { ...process.env, TMPDIR: elsewhere },
    })
    expect(JSON.parse(stdout)).toEqual({ host: (first.connection as { host: string }).host, reused: true })
  } finally {
    await first.stop()
    await Promise.all([folder, elsewhere].map((each) => rm(each, { recursive: true, force: true })))
  }
})
