import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { plainLine, plainText } from '#shared/plain-text.ts'
import { createTablePrinter, type Row } from './print-table.ts'

/** Error that the operator can fix: printed without stack, exit code 1. */
export class OpsError extends Error {}

/**
 * Commands print only through this interface. It escapes control characters in customers' texts, so that the terminal
 * does not execute them.
 */
export type Terminal = {
  readonly print: (line: string) => void
  readonly printText: (text: string) => void
  readonly table: (rows: readonly Row[]) => void
  readonly complain: (text: string) => void
  readonly ask: (question: string, options?: { hidden?: boolean }) => Promise<string>
  readonly close: () => void
}

type Streams = {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
}

export function createTerminal({ stdin, stdout, stderr }: Streams): Terminal {
  const prompt = createPrompt(stdin, stderr)
  return {
    print: (line) => void stdout.write(`${plainLine(line)}\n`),
    printText: (text) => void stdout.write(`${plainText(text)}\n`),
    table: createTablePrinter(stdout, stderr),
    complain: (text) => void stderr.write(`${plainText(text)}\n`),
    ...prompt,
  }
}

/** Prompts go to stderr, so that stdout can be redirected to a file. */
function createPrompt(stdin: Streams['stdin'], stderr: Streams['stderr']): Pick<Terminal, 'ask' | 'close'> {
  let quiet = false
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!quiet) stderr.write(chunk)
      done()
    },
  })
  let input: { lines: AsyncIterator<string>; shut(): void; begin(question: string): void } | undefined
  const open = () => {
    const reader = createInterface({ input: stdin, output, terminal: stdin.isTTY === true })
    let over = false
    reader.on('close', () => (over = true))
    // Shows the question. After the end of stdin, lines that were not read yet may still be buffered.
    const begin = (question: string) => {
      if (over) return void stderr.write(question)
      reader.setPrompt(question)
      reader.prompt()
    }
    return { lines: reader[Symbol.asyncIterator](), shut: () => reader.close(), begin }
  }
  return {
    async ask(question, { hidden = false } = {}) {
      input ??= open()
      input.begin(plainLine(question))
      quiet = hidden
      const { value, done } = await input.lines.next()
      quiet = false
      if (hidden) stderr.write('\n')
      if (done === true) throw new OpsError(`"${question.trim()}" was not answered.`)
      return value
    },
    close: () => input?.shut(),
  }
}
