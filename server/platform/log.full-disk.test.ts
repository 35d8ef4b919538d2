import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

/** Linux device that behaves like a full disk. */
const full = '/dev/full'

const script = `
  import { createLog } from '${new URL('./log.ts', import.meta.url).href}'
  const log = createLog('PROD', 'info')
  let lines = 0
  const writing = setInterval(() => {
    for (let n = 0; n < 100; n++) log.info({ n, more: 'x'.repeat(200) }, 'a line')
    if (++lines < 100) return
    clearInterval(writing)
    console.error('still at work')
    process.exit(0)
  }, 1)
`

it.runIf(existsSync(full)).each([full, '/dev/null'])(
  'a log written to %s neither ends nor blocks the process',
  async (place) => {
    const stdout = openSync(place, 'w')
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', stdout, 'pipe'],
      timeout: 300_000,
      killSignal: 'SIGKILL',
    })
    closeSync(stdout)
    const said = text(child.stderr!)
    const [code] = (await once(child, 'exit')) as [number | null]
    expect([code, (await said).trim()]).toEqual([0, 'still at work'])
  },
)
