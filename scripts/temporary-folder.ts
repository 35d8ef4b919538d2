import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** A file system in memory that Linux has; a container's may be small. */
const memory = '/dev/shm'

/**
 * A fresh folder that its maker removes. Other users may pass through it but not list it: PostgreSQL, which never runs
 * as root, would otherwise have to keep its data elsewhere.
 */
export const makeTemporaryFolder = (name: string): Promise<string> => makeFolderIn(os.tmpdir(), name)

/** The same for a database that may be lost: in memory where there is room. On a disk, databases that are made and dropped all the time cost half as much again. */
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
