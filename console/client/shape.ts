import type { ActionName } from '#shared/contract/operator.ts'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { Undo } from '#shared/contract/operator/undo.ts'

export type Shape = FieldNotes & {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly localized?: true
  readonly anyOf?: readonly Shape[]
}

export type Action = {
  readonly kind: 'read' | 'act'
  readonly role: OperatorRole
  readonly stepUp?: 'money'
  readonly second?: string
  /** Only of acts. */
  readonly undo?: Undo
  /** Fields that identify the object which the action edits. */
  readonly edits?: readonly string[]
  readonly summary: string
  readonly says?: readonly [would: string, done: string]
  readonly saves?: Readonly<Record<string, string>>
  readonly stream?: Shape
  readonly input: Shape
  readonly output: Shape
}
export type Registry = Readonly<Record<ActionName, Action>>

export const plainShape = (shape: Shape | undefined): Shape | undefined =>
  shape?.anyOf?.find(({ type }) => type !== 'null') ?? shape

export const isRows = (shape: Shape | undefined): boolean => shape?.type === 'array' && Boolean(shape.items?.properties)
