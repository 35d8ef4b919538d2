import { spawn } from 'node:child_process'

export type Running = { readonly pid: number; stop(): Promise<void> }

/** Log settings of v2ray with which its output shows when it is ready, because it listens earlier. */
export const started = { access: 'none', loglevel: 'warning' } as const

export function runV2ray(
  program: string,
  config: object,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['-config', 'stdin:'], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    let said = ''
    const gone = new Promise<void>((over) => {
      child.once('close', () => {
        process.off('exit', kill)
        reject(new Error(`${program} did not start:\n${said}`))
        over()
      })
    })
    child.once('error', reject)
    child.stdout.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4_000)
      if (!/V2Ray \S+ started/.test(said)) return
      resolve({
        pid: child.pid ?? 0,
        async stop() {
          child.kill('SIGTERM')
          await gone
        },
      })
    })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(config))
  })
}
