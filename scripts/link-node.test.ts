import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const ours = `node-${process.platform}-${process.arch}`
let root: string
const link = () => readlink(path.join(root, 'node_modules/.bin/node')).catch(() => null)
const run = () => execFileSync(process.execPath, [path.join(root, 'scripts/link-node.js')])

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'wayfare-link-node-'))
  await mkdir(path.join(root, 'scripts'))
  await mkdir(path.join(root, 'node_modules/.bin'), { recursive: true })
  await copyFile(path.join(import.meta.dirname, 'link-node.js'), path.join(root, 'scripts/link-node.js'))
})
afterEach(() => rm(root, { recursive: true }))

async function install(): Promise<void> {
  await mkdir(path.join(root, 'node_modules', ours, 'bin'), { recursive: true })
  await writeFile(path.join(root, 'node_modules', ours, 'bin/node'), '')
}

it('the Node binary from the packages is linked if npm did not', async () => {
  await install()
  run()
  expect(await link()).toBe(`../${ours}/bin/node`)
  run()
  expect(await link()).toBe(`../${ours}/bin/node`)
})

it('a link to Node made by npm is kept', async () => {
  await install()
  await symlink('../node-of-npm', path.join(root, 'node_modules/.bin/node'))
  await mkdir(path.join(root, 'node_modules/node-of-npm'))
  run()
  expect(await link()).toBe('../node-of-npm')
})

it('a platform without a Node package gets no link', async () => {
  run()
  expect(await link()).toBeNull()
})
