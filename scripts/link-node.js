import { existsSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * After an installation. Node 24 comes as a package for each platform; npm 9 and 10 (Debian 13, Node 20 and 22) install the right one
 * and leave out the link to it, because the packages for other platforms name the same command. npm puts `.bin` before all else on
 * the path, so with the link every script runs on it, whichever Node began the installation.
 */
const modules = path.join(import.meta.dirname, '../node_modules')
const node = `node-${process.platform}-${process.arch}/bin/node`
const link = path.join(modules, '.bin/node')
if (process.platform !== 'win32' && existsSync(path.join(modules, node)) && !existsSync(link))
  symlinkSync(path.join('..', node), link)
