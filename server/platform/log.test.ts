import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

const written = (write: (log: ReturnType<typeof createLog>) => void): string => {
  const lines: string[] = []
  const sink = new PassThrough()
  sink.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  write(createLog('PROD', 'info', sink))
  return lines.join('')
}

describe('log', () => {
  it('secrets in a log entry are redacted down to the third level of nesting', () => {
    const line = written((log) =>
      log.info({
        token: 'canary-1',
        body: { password: 'canary-2', code: 'canary-3' },
        a: { b: { signature: 'canary-4' } },
      }),
    )
    expect(line).not.toContain('canary')
  })

  it("a database error keeps its reason and not the row's data", () => {
    const refused = Object.assign(new Error('duplicate key value violates unique constraint "x"'), {
      code: '23505',
      constraint: 'x',
      detail: 'Key (lookup_key)=(l@example.com) already exists.',
    })
    const line = written((log) => log.error({ err: new Error('outer', { cause: refused }) }, 'failed'))
    expect(line).toContain('23505')
    expect(line).not.toContain('l@example.com')
  })
})
