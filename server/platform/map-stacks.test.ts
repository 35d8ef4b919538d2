import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.mock('node:fs', () => ({
  readFileSync: vi.fn<typeof readFileSync>(),
  existsSync: vi.fn<typeof existsSync>(),
}))

const root = path.join(import.meta.dirname, '../..')
const mapOf = (up: string) =>
  JSON.stringify({ version: 3, sources: [`${up}/server/pay.ts`], names: [], mappings: 'AAAA' })
const read = vi.mocked(readFileSync)
let mapStack: (stack: string) => string

beforeEach(async () => {
  // Test files share a process, so the module may have been loaded before with the real, unmocked files.
  vi.resetModules()
  ;({ mapStack } = await import('./map-stacks.ts'))
  vi.useFakeTimers()
  vi.mocked(existsSync).mockReset().mockReturnValue(true)
  read.mockReset().mockReturnValue(mapOf('../..'))
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

function stackAt(file: string): string {
  const address = pathToFileURL(path.join(root, file)).href
  const told = mapStack(`Error: too late\n    at pay (${address}:1:1)`)
  return told.replaceAll(address, file).replaceAll(`${root}/`, '')
}

it('an error in a bundle shows source positions, and another error is unchanged', () => {
  expect(stackAt('dist/server/main.js')).toBe('Error: too late\n    at pay (server/pay.ts:1:1)')
  read.mockReturnValueOnce(mapOf('../../..'))
  expect(stackAt('node_modules/.start/0a1b/run-product.js')).toBe('Error: too late\n    at pay (server/pay.ts:1:1)')
  expect(stackAt('server/app.ts')).toBe('Error: too late\n    at pay (server/app.ts:1:1)')
  expect(read).toHaveBeenCalledTimes(2)
})

it('source maps are read for the first error, released after a minute, and read again', () => {
  stackAt('dist/server/main.js')
  vi.advanceTimersByTime(59_999)
  stackAt('dist/server/main.js')
  stackAt('dist/server/worker.js')
  expect(read).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1)
  // A timer left over from this error would release the source maps of the next error too early.
  expect(vi.getTimerCount()).toBe(0)
  stackAt('dist/server/main.js')
  vi.advanceTimersByTime(59_999)
  stackAt('dist/server/main.js')
  expect(read).toHaveBeenCalledTimes(3)
})

it('without a source map the bundle position is shown, and the file is looked for once a minute', () => {
  read.mockImplementation(() => {
    throw new Error('ENOENT')
  })
  for (const _ of [1, 2])
    expect(stackAt('dist/server/main.js')).toBe('Error: too late\n    at pay (dist/server/main.js:1:1)')
  expect(read).toHaveBeenCalledOnce()
})

it('text in an error that looks like a position is unchanged and reads no file', () => {
  for (const words of [
    'file://host/etc/passwd:1:1',
    'file:///etc/passwd:1:1',
    'file:///%2F:1:1',
    `${pathToFileURL(root).href}/dist/../package.json:1:1`,
    'file://:1:1',
  ])
    expect(mapStack(`Error: ${words}\n    at pay (node:fs:1:1)`)).toBe(`Error: ${words}\n    at pay (node:fs:1:1)`)
  expect(read).not.toHaveBeenCalled()
})

it('errors naming build files that do not exist do not prevent mapping others', () => {
  vi.mocked(existsSync).mockReturnValue(false)
  for (let n = 0; n < 200; n++) stackAt(`dist/server/${n}.js`)
  expect(read).not.toHaveBeenCalled()
  vi.mocked(existsSync).mockReturnValue(true)
  expect(stackAt('dist/server/main.js')).toBe('Error: too late\n    at pay (server/pay.ts:1:1)')
})
