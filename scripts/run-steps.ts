import { spawn } from 'node:child_process'
import path from 'node:path'

/** One command of the gate. `command` is a program of `node_modules/.bin`, or `node`, and its arguments. */
export type Step = {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}
export type Outcome = { readonly step: Step; readonly ok: boolean; readonly seconds: number }

const root = path.join(import.meta.dirname, '..')
const bin = path.join(root, 'node_modules/.bin')

/**
 * Runs the steps one after another, all of them even when one fails: who repairs wants to see everything at once.
 * A step's output is shown when it fails, or always where `live` is set; its time is shown either way.
 */
export async function runSteps(
  steps: readonly Step[],
  { live = false, env = {} }: { live?: boolean; env?: Readonly<Record<string, string>> } = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) {
    if (live) console.log(`\n▶ ${step.name}`)
    const startedAt = performance.now()
    const { code, output } = await run({ ...step, env: { ...env, ...step.env } }, live)
    const seconds = (performance.now() - startedAt) / 1000
    outcomes.push({ step, ok: code === 0, seconds })
    if (code !== 0 && !live) console.log(output.trimEnd())
    console.log(`${code === 0 ? '✓' : '✗'} ${step.name.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`)
  }
  return outcomes
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
