import { programName } from '#server/platform/config.ts'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { OpsError } from './terminal.ts'

export type SessionFile = {
  read(): Promise<string | null>
  write(token: string): Promise<void>
  remove(): Promise<void>
}

/** The file is readable by its owner only. Files of other users or with open permissions are rejected. */
export function createSessionFile(file: string): SessionFile {
  return {
    async read() {
      const found = await stat(file).catch(() => null)
      if (!found) return null
      const isOurs = process.getuid === undefined || found.uid === process.getuid()
      if (!found.isFile() || !isOurs || (process.platform !== 'win32' && (found.mode & 0o077) !== 0))
        throw new OpsError(`${file} can be read by others: remove it, and sign in again with "${programName} login".`)
      return (await readFile(file, 'utf8')).trim()
    },
    async write(token) {
      const folder = path.dirname(file)
      const fresh = `${file}.${process.pid}`
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await rm(fresh, { force: true })
        const handle = await open(fresh, 'wx', 0o600)
        try {
          await handle.chmod(0o600)
          await handle.writeFile(`${token}\n`)
        } finally {
          await handle.close()
        }
        await rename(fresh, file)
        await chmod(file, 0o600)
      } catch (error) {
        throw new OpsError(`The sign-in cannot be kept in ${file}: ${(error as Error).message}`)
      }
    },
    remove: () => rm(file, { force: true }),
  }
}
