import { createReadStream } from 'node:fs'
import { glob, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { TSchema } from 'typebox'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import type { Must } from '#shared/contract/operator/must.ts'
import { say } from '#text/say.ts'
import type { FieldText } from '#text/worded.ts'
import { fromCaller } from '#server/platform/caller-folder.ts'
import { OpsError } from './terminal.ts'

export type Values = Readonly<Record<string, string | boolean | undefined>>
type Field = TSchema & FieldNotes & FieldText & { readonly type?: string }

export const optionOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const inOption = (field: string): string => `--${optionOf(field)}`

const fieldsOf = ({ input }: OperatorAction) => Object.entries(input.properties) as [string, Field][]
const isRequired = ({ input }: OperatorAction, name: string): boolean =>
  (input.required as readonly string[] | undefined)?.includes(name) === true

export const optionsOf = (action: OperatorAction): ParseArgsOptionsConfig =>
  Object.fromEntries([
    ...fieldsOf(action).map(([name, { type }]) => [
      optionOf(name),
      { type: type === 'boolean' ? 'boolean' : 'string' },
    ]),
    ...Object.keys(action.saves ?? {}).map((option) => [option, { type: 'string' }]),
  ]) as ParseArgsOptionsConfig

export function usageOf(action: OperatorAction): string {
  const fields = fieldsOf(action).map(([name, { type, hint = 'TEXT', beside }]) => {
    const option = type === 'boolean' ? `--${optionOf(name)}` : `--${optionOf(name)} ${hint}`
    return isRequired(action, name) && beside === undefined ? option : `[${option}]`
  })
  const saves = Object.keys(action.saves ?? {}).map((option) => `--${option} ${option.toUpperCase()}`)
  return [...fields, ...saves, ...(action.kind === 'act' ? ['[--preview]'] : [])].join(' ')
}

export const explainOptions = (action: OperatorAction): string[] =>
  fieldsOf(action).map(([name, { type, hint = 'TEXT', description = '', must }]) => {
    const option = `--${optionOf(name)}${type === 'boolean' ? '' : ` ${hint}`}`
    return `  ${option.padEnd(28)} ${description}${must === undefined ? '' : hinted(must, hint)}`
  })

const hinted = (must: Must, hint: string): string => {
  const text = say('en', must)
  return text === hint ? '' : ` (${text})`
}

export async function readTyped(action: OperatorAction, values: Values): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  for (const [name, field] of fieldsOf(action)) {
    const option = optionOf(name)
    const typed = values[option] ?? besideOf(field, values)
    if (typed !== undefined) input[name] = typeof typed === 'string' ? await readField(option, field, typed) : typed
  }
  return input
}

function besideOf({ beside }: Field, values: Values): string | undefined {
  const file = beside && values[optionOf(beside[0])]
  return typeof file === 'string' ? `${file}${beside?.[1] ?? ''}` : undefined
}

async function readField(option: string, field: Field, typed: string): Promise<unknown> {
  if (field.folder) return readFolder(option, field.folder, fromCaller(typed))
  if (field.file) return readText(option, field.file, fromCaller(typed))
  if (field.type === 'array')
    return typed
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  return field.type === 'integer' && /^-?\d{1,15}$/.test(typed.trim()) ? Number(typed) : typed
}

/** Upper limit for files, well above any action's need. It stops reading endless files such as devices. */
const maxFileBytes = 40_000_000

async function readBytes(option: string, file: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxFileBytes) throw new Error(`${file} holds more than ${maxFileBytes / 1_000_000} MB.`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw new OpsError(`--${option}: ${(error as Error).message}`)
  }
  return Buffer.concat(chunks)
}

async function readText(option: string, kind: 'text' | 'base64', file: string): Promise<string> {
  const bytes = await readBytes(option, file)
  if (kind === 'base64') return bytes.toString('base64')
  const text = bytes.toString()
  if (!Buffer.from(text).equals(bytes)) throw new OpsError(`--${option} is not UTF-8.`)
  return text
}

async function readFolder(option: string, patterns: readonly string[], folder: string) {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new OpsError(`--${option}: there is no folder ${folder}.`)
  const names = await Array.fromAsync(glob([...patterns], { cwd: folder }))
  return Promise.all(
    names.map(async (name) => ({
      path: name.replaceAll('\\', '/'),
      text: await readText(option, 'text', path.join(folder, name)),
    })),
  )
}
