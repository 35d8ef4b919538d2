import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Linux's file system in memory, which may be small in containers. */
const memory = '/dev/shm'

/**
 * Creates a temporary folder, which the caller must delete. Other users of the machine may traverse but not list it,
 * because PostgreSQL never runs as root and would otherwise keep its data elsewhere.
 */
export const makeTemporaryFolder = (name: string): Promise<string> => makeFolderIn(os.tmpdir(), name)

/**
 * Creates a folder for a disposable database, in memory if 2 GiB are free there: on disk, creating and dropping
 * databases takes half as long again.
 */
export const makeFolderInMemory = async (name: string): Promise<string> =>
  makeFolderIn((await hasRoomInMemory(2 ** 31)) ? memory : os.tmpdir(), name)

export async function hasRoomInMemory(bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= bytes
}

async function makeFolderIn(place: string, name: string): Promise<string> {
  const folder = await mkdtemp(path.join(place, `wayfare-${name}-`))
  await chmod(folder, 0o711)
  return folder
}
