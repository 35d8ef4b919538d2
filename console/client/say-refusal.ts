import type { ConsoleError } from './console-error.ts'
import type { ShellTexts } from '#console/text/en/shell.ts'

/** A refusal in words: `{name}` stands for a field of the input, and is called as the form calls it. */
export const sayRefusal = (error: ConsoleError, t: ShellTexts, field: (name: string) => string): string =>
  error.message === '' ? t.offline : error.message.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => field(name))
