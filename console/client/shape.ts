import type { ActionName } from '#shared/contract/operator.ts'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { Reach } from '#shared/contract/operator/reach.ts'
import type { Undo } from '#shared/contract/operator/undo.ts'
import type { FieldText, Worded } from '#text/worded.ts'

export type Shape = FieldNotes &
  FieldText & {
    readonly type?: string | readonly string[]
    readonly format?: string
    readonly enum?: readonly string[]
    readonly pattern?: string
    readonly minimum?: number
    readonly maximum?: number
    readonly maxLength?: number
    readonly properties?: Readonly<Record<string, Shape>>
    readonly required?: readonly string[]
    readonly items?: Shape
    readonly localized?: true
    readonly anyOf?: readonly Shape[]
  }

type BareAction = {
  readonly kind: 'read' | 'act'
  readonly role: OperatorRole
  readonly stepUp?: 'money'
  readonly reach: Reach
  readonly asksFor?: ActionName
  /** The action that undoes this one, and what stays. Absent for actions that only read. */
  readonly undo?: Undo
  /** Fields that identify the record which the action edits. */
  readonly edits?: readonly string[]
  readonly saves?: Readonly<Record<string, string>>
  readonly stream?: Shape
  readonly input: Shape
  readonly output: Shape
}
export type Action = BareAction & Worded
export type Registry = Readonly<Record<ActionName, BareAction>>

export const plainShape = (shape: Shape | undefined): Shape | undefined =>
  shape?.anyOf?.find(({ type }) => type !== 'null') ?? shape

/** True for a list of records. A list of sums, one for each currency, is a single value. */
export const isRows = (shape: Shape | undefined): boolean =>
  shape?.type === 'array' && Boolean(shape.items?.properties) && !shape.items?.money
