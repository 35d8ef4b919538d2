import { access, constants, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { requestedActionOf } from '#shared/contract/operator/asking.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { describeWriteFault, fromCaller } from '#server/platform/caller-folder.ts'
import { inEnglish } from './described.ts'
import type { Values } from './options.ts'
import { printers, streamers, type Printing } from './printers.ts'
import { fill, showOutput, type Shape } from './print-table.ts'
import { OpsError, type Terminal } from './terminal.ts'

type Fields = Readonly<Record<string, unknown>>
type Outcome = { readonly input: Fields; readonly output: unknown; readonly preview: boolean; readonly values: Values }

export function printOutcome(
  name: ActionName,
  outcome: Outcome,
  terminal: Pick<Terminal, 'print' | 'printText' | 'table'>,
): void {
  const { input, preview, values } = outcome
  const output = outcome.output as Fields
  const action = inEnglish(name)
  const schema = action.output as Shape
  const { says } = action
  // A request by support is printed like the action that it asks for.
  const print = printers[requestedActionOf(name) ?? name] as
    | ((output: Fields, screen: Printing) => string | void)
    | undefined
  if (says) terminal.print(fill(says[preview ? 0 : 1], schema, { ...values, ...input, ...output }))
  if (!print) return says ? undefined : showOutput(terminal, schema, output)
  const fault = print(output, {
    ...terminal,
    preview,
    values,
    schema,
    inner: (other, its, isPreview, given) =>
      printOutcome(other, { input: given, output: its, preview: isPreview, values }, terminal),
  })
  if (typeof fault === 'string') throw new OpsError(fault)
}

export function streamOf(name: ActionName, terminal: Pick<Terminal, 'print'>): (step: unknown) => void {
  const stream = streamers[name]?.()
  return (step) => stream?.(step as never, terminal)
}

export async function saveFiles(name: ActionName, output: Fields, values: Values): Promise<void> {
  const { saves = {} }: OperatorAction = operatorActions[name]
  for (const [option, field] of Object.entries(saves)) {
    const place = placeOf(option, values)
    const made = output[field]
    if (typeof made === 'string') await write(place, made)
    else
      for (const file of made as readonly { path: string; text: string }[])
        await write(path.join(place, file.path), file.text)
  }
  if (name === 'canary.sign')
    await write(`${placeOf('file', values)}.sig`, Buffer.from(String(output.signature), 'base64'))
}

/**
 * Refuses a place in which the action's files cannot be saved, before the action: it would be done, and its files lost.
 * A preview saves nothing.
 */
export async function requirePlaces(name: ActionName, values: Values, dataDir: string): Promise<void> {
  const { saves = {} }: OperatorAction = operatorActions[name]
  for (const option of Object.keys(saves)) {
    const place = placeOf(option, values)
    const folder = option === 'folder' ? place : path.dirname(place)
    if (values.preview === true) continue
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    } catch (error) {
      throw new OpsError(describeWriteFault(folder, dataDir, error))
    }
  }
}

function placeOf(option: string, values: Values): string {
  const value = values[option]
  if (typeof value === 'string' && value.trim() !== '') return fromCaller(value.trim())
  throw new OpsError(`--${option} is missing.`)
}

async function write(file: string, content: string | Buffer): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  } catch (error) {
    throw new OpsError(`${file}: ${(error as Error).message}`)
  }
}
