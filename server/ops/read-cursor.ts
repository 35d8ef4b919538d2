import { OpsError, type OpsContext } from './action.ts'

const firstId = '00000000-0000-0000-0000-000000000000'
/** Where a list begins that has its newest row first. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Where a list goes on: the last id of the page before; without one, its beginning. */
export function readCursor(context: OpsContext, name: 'after' | 'before', begins = firstId): string {
  const id = context.values[name]
  if (id === undefined) return begins
  if (typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id
  throw new OpsError(`--${name} is an id of the page before.`)
}

/** Says how the next page is asked for, where this one is full. */
export function printNext(
  context: OpsContext,
  page: readonly { readonly id: string }[],
  size: number,
  name = 'after',
): void {
  const last = page.at(-1)
  if (last && page.length === size) context.print(`More: the same command with --${name} ${last.id}`)
}

export const afterOption = { after: { type: 'string' } } as const

/** The same for lists whose rows are known by a name or number of theirs: null for the beginning. */
export const readAfter = ({ values }: OpsContext): string | null =>
  typeof values.after === 'string' && values.after.trim() !== '' ? values.after.trim() : null

export function readAfterUid(context: OpsContext): number | null {
  const text = readAfter(context)
  if (text === null) return null
  if (/^[1-9]\d{8}$/.test(text)) return Number(text)
  throw new OpsError('--after is a user id of the page before.')
}

export function printMore(context: OpsContext, count: number, size: number, last: string | number | undefined): void {
  if (count === size && last !== undefined) context.print(`More: the same command with --after ${last}`)
}
