import { spawn, type ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Running = { stop(): Promise<void> }
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

type Options = { readonly program: string; readonly args: readonly string[]; readonly env?: Record<string, string> }

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true))).once('error', () => resolve(false))
  })

/** Starts a program and waits until it listens on the port. Throws with the program's output if it ends before. */
export async function runProgram({ program, args, env = {} }: Options, port: number): Promise<Running> {
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4_000)))
  let isOver = false
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      children.delete(child)
      isOver = true
      resolve()
    }
    child.once('close', end).once('error', end)
  })
  while (!(await listens(port))) {
    if (isOver) throw new Error(`${program} did not start:\n${said}`)
    await sleep(20)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
