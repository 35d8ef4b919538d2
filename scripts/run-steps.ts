import { spawn } from 'node:child_process'
import path from 'node:path'

/** Step of `npm test` or another check. `command`: program in `node_modules/.bin` or `node`, with arguments. */
export type Step = {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}
export type Outcome = { readonly step: Step; readonly ok: boolean; readonly seconds: number }
/** Options of a run. `live`: shows output at once instead of only on failure. `atOnce`: number of parallel steps. */
type How = { live?: boolean; env?: Readonly<Record<string, string>>; atOnce?: number }

const root = path.join(import.meta.dirname, '..')
const bin = path.join(root, 'node_modules/.bin')

/** Runs all steps even if one fails, so that all problems are visible at once. Results keep the order of steps. */
export async function runSteps(
  steps: readonly Step[],
  { live = false, env = {}, atOnce = 1 }: How = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = steps.entries()
  const takeTurns = async () => {
    for (const [index, step] of waiting)
      outcomes[index] = await runStep({ ...step, env: { ...env, ...step.env } }, live)
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
  return outcomes
}

async function runStep(step: Step, live: boolean): Promise<Outcome> {
  if (live) console.log(`\n▶ ${step.name}`)
  const startedAt = performance.now()
  const { code, output } = await run(step, live)
  const seconds = (performance.now() - startedAt) / 1000
  if (code !== 0 && !live) console.log(output.trimEnd())
  console.log(`${code === 0 ? '✓' : '✗'} ${step.name.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`)
  return { step, ok: code === 0, seconds }
}

function run({ command, env }: Step, live: boolean): Promise<{ code: number; output: string }> {
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...env },
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => resolve({ code: 1, output: `${program}: ${error.message}` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
