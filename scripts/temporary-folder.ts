import { chmod, mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/**
 * A fresh folder that its maker removes. Other users may pass through it but not list it: PostgreSQL, which never runs
 * as root, would otherwise have to keep its data elsewhere.
 */
export async function makeTemporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `wayfare-${name}-`))
  await chmod(folder, 0o711)
  return folder
}
