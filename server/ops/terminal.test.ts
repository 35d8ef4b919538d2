import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createTerminal } from './terminal.ts'

function open(input = '') {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  stdin.end(input)
  const terminal = createTerminal({ stdin, stdout, stderr })
  return { terminal, end: async () => (stdout.end(), stderr.end(), [await text(stdout), await text(stderr)] as const) }
}

it('control sequences reach neither output stream', async () => {
  const { terminal, end } = open()
  for (const hostile of [
    '\u001b[2J',
    '\u009b31m',
    '\u001b]52;c;eA==\u0007',
    'over\rwritten',
    '\u202eright',
    '\u2028',
  ]) {
    terminal.print(hostile)
    terminal.printText(hostile)
    terminal.complain(hostile)
    terminal.table([{ hostile, [hostile]: { inner: [hostile] } }])
  }
  const printed = (await end()).join('')
  expect(
    [...printed].filter((character) => character !== '\n' && /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character)),
  ).toEqual([])
  expect(printed).toContain('\\u{1b}[2J')
})

it('questions are printed on the error stream, and each takes one line of the input', async () => {
  const { terminal, end } = open('lin\nsecret of mine\n')
  expect(await terminal.ask('Name: ')).toBe('lin')
  expect(await terminal.ask('Secret: ', { hidden: true })).toBe('secret of mine')
  await expect(terminal.ask('Code: ')).rejects.toThrow('"Code:" was not answered.')
  terminal.close()
  const [stdout, stderr] = await end()
  expect(stdout).toBe('')
  expect(stderr).toContain('Name: ')
  expect(stderr).not.toContain('secret of mine')
})

it('commands print only through the terminal', async () => {
  const files = await Array.fromAsync(glob('**/*.ts', { cwd: import.meta.dirname }))
  expect(files.length).toBeGreaterThan(15)
  for (const file of files.filter((each) => !/^terminal[.]|[.]test[.]ts$/.test(each)))
    expect(await readFile(path.join(import.meta.dirname, file), 'utf8'), file).not.toMatch(/console[.]|process[.]std/)
})
