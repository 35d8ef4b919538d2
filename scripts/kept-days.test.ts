import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')

it('retention periods in the code match the decision record', async () => {
  const decision = await readFile(path.join(root, 'docs/decisions/what-is-kept-and-how-long.md'), 'utf8')
  const said = new Map(
    [...decision.matchAll(/(\d+|a day)[^\d`|()]*\(`(\w+)`\)/g)].map(([, count, name = '']) => [
      name,
      count === 'a day' ? 1 : Number(count),
    ]),
  )
  const files = await Array.fromAsync(glob('{server,shared}/**/*.ts', { cwd: root }))
  const sources = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')))
  const constants = sources.flatMap((source) =>
    [...source.matchAll(/^(?:export )?const (\w+(?:Days|Minutes)) = (\d+)$/gm)].map(
      ([, name = '', count]) => [name, Number(count)] as const,
    ),
  )
  const kept = new Map(constants.filter(([name]) => said.has(name)))
  expect(kept).toEqual(said)
  expect([...said.keys()]).toEqual(expect.arrayContaining(['unpaidOrderDays', 'watchDays', 'signalDays', 'toldDays']))
  expect(said.size).toBeGreaterThanOrEqual(14)
})
