import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runSteps, type Step } from './run-steps.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const said: string[] = []
let folder: string
beforeEach(async () => {
  folder = await makeTemporaryFolder('steps')
  said.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const step = (name: string, code: string): Step => ({
  name,
  command: ['node', '-e', `const fs = require('fs'); process.chdir(${JSON.stringify(folder)}); ${code}`],
})
const names = (outcomes: Awaited<ReturnType<typeof runSteps>>) =>
  outcomes.map((outcome) => [outcome.step.name, outcome.ok])

it.each([1, 2, 9])(
  'all steps run even if some fail, and results keep the order of steps (%i at once)',
  async (atOnce) => {
    const steps = [
      step('broken', 'console.error("why it broke"); process.exit(3)'),
      step('slow', 'console.log("nothing to report"); setTimeout(() => {}, 300)'),
      { name: 'absent', command: ['no-such-program'] },
      step('fine', ''),
    ]
    expect(names(await runSteps(steps, { atOnce }))).toEqual([
      ['broken', false],
      ['slow', true],
      ['absent', false],
      ['fine', true],
    ])
    expect(said.join('\n')).toContain('why it broke')
    expect(said.join('\n')).not.toContain('nothing to report')
  },
)

it('steps run in parallel if requested', async () => {
  const meet = (own: string, other: string) =>
    step(
      own,
      `fs.writeFileSync('${own}', ''); setTimeout(() => process.exit(1), 60_000).unref(); (function wait() { if (!fs.existsSync('${other}')) setTimeout(wait, 5) })()`,
    )
  expect(names(await runSteps([meet('a', 'b'), meet('b', 'a')], { atOnce: 2 }))).toEqual([
    ['a', true],
    ['b', true],
  ])
})

it('steps run one after another by default', async () => {
  const first = step('first', `setTimeout(() => fs.writeFileSync('left', ''), 200)`)
  const second = step('second', `process.exit(fs.existsSync('left') ? 0 : 1)`)
  expect(names(await runSteps([first, second]))).toEqual([
    ['first', true],
    ['second', true],
  ])
})
