import { existsSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * Runs after installation and, except on Windows, links Node 24 in `.bin`. Node 24 is a platform-specific package,
 * which npm 9 and 10 (Debian 13, Node 20 and 22) install without that link, because packages for other platforms
 * declare the same command. npm puts `.bin` first in the path, so with the link all scripts run on Node 24, whichever
 * Node started the installation.
 */
const modules = path.join(import.meta.dirname, '../node_modules')
const node = `node-${process.platform}-${process.arch}/bin/node`
const link = path.join(modules, '.bin/node')
if (process.platform !== 'win32' && existsSync(path.join(modules, node)) && !existsSync(link))
  symlinkSync(path.join('..', node), link)
