import { constants } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import path from 'node:path'

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Copies a folder whose files may change or disappear meanwhile, such as that of a running database. Returns the number
 * of bytes. `skips` returns true for paths to leave out; a skipped folder is created empty.
 */
export async function copyFolder(from: string, to: string, skips: (inside: string) => boolean = () => false) {
  let bytes = 0
  async function copy(inside: string): Promise<void> {
    const [source, target] = [path.join(from, inside), path.join(to, inside)]
    const found = await lstat(source)
    if (found.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (found.isDirectory()) {
      await mkdir(target, { recursive: true })
      await chmod(target, found.mode & 0o777)
      if (inside !== '' && skips(inside)) return
      for (const name of await readdir(source)) await copyKnown(path.join(inside, name))
    } else if (found.isFile() && !skips(inside)) {
      await copyFile(source, target, constants.COPYFILE_EXCL)
      bytes += found.size
    }
  }
  const copyKnown = (inside: string) =>
    copy(inside).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
  await copy('')
  return bytes
}
