import { existsSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { numbers } from './numbers.ts'
import { root } from './rules.ts'
import { reasons } from './survivors.ts'

it.each(numbers)('the code and the test named by a number mutant exist: $what', async ({ file, from, to, test }) => {
  const source = await readFile(path.join(root, file), 'utf8')
  expect(source.split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
  await access(path.join(root, test[0] ?? ''))
})

it('every accepted surviving mutant names an existing file', () => {
  for (const { file } of reasons) expect(existsSync(path.join(root, file)), file).toBe(true)
})
