import type { ConsoleError } from './console-error.ts'
import type { ShellTexts } from '#console/text/en/shell.ts'

/** Message of a refusal. Replaces `{name}` by the label of that field. */
export const sayRefusal = (error: ConsoleError, t: ShellTexts, field: (name: string) => string): string =>
  error.message === '' ? t.offline : error.message.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => field(name))
