import { readFile } from 'node:fs/promises'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { OperatorRole } from '#server/modules/operators/operators.rules.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

/** What it takes to do something. `money`: a code of the authenticator app within the last minutes. */
export type Need = { readonly role: OperatorRole; readonly stepUp?: 'money' }

export type OpsContext = {
  readonly database: Database
  readonly config: Config
  /** Who acts; goes into the audit log. */
  readonly operator: Operator
  readonly role: OperatorRole
  /** Show what would happen, change nothing. */
  readonly dryRun: boolean
  /** Two operators decided: the limits of one do not count. */
  readonly isApproved?: boolean
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  /** What stands in the files that options name, where it was read before: what a second person approves is what was prepared. */
  readonly files?: Readonly<Record<string, string>>
  /** One line. What was typed elsewhere cannot begin another one: line ends in it are shown. */
  readonly print: (line: string) => void
  /** A text of several lines, such as one for a file. */
  readonly printText: (text: string) => void
  readonly table: (rows: readonly Record<string, unknown>[]) => void
  /** For what turns out, on looking, to need more than the action says. Throws OpsError. */
  readonly need: (need: Need) => Promise<void>
}

/** One thing an operator can do. */
export type Action = Need & {
  readonly name: string
  readonly summary: string
  /** As typed after the name, like `--user UID --days N --reason TEXT`. */
  readonly usage: string
  readonly options: ParseArgsOptionsConfig
  /** Options that name files of text; read with `readText`. */
  readonly files?: readonly string[]
  /**
   * Why this takes a second person, as a sentence; null where one is enough. Such an action does all that it does in one
   * transaction of `context.database`, has a dry run, and is then carried out by who approves it.
   */
  second?(context: OpsContext): Promise<string | null>
  run(context: OpsContext): Promise<void>
}

/** Something that the operator can mend: printed as one sentence, exit code 1. */
export class OpsError extends Error {}

export function requireText(context: OpsContext, name: string): string {
  const value = context.values[name]
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw new OpsError(`--${name} is missing.`)
}

/** The file that an option names. */
export async function readText(context: OpsContext, name: string): Promise<string> {
  const known = context.files?.[name]
  if (known !== undefined) return known
  return readFile(requireText(context, name), 'utf8').catch((error: Error) => {
    throw new OpsError(`--${name}: ${error.message}`)
  })
}

export const formatDate = (date: Date | null): string =>
  date ? `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'never'
