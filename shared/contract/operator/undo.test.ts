import { describe, expect, it } from 'vitest'
import { actionNames, operatorActions } from '../operator.ts'
import type { ActAction, OperatorAction } from './action.ts'
import { noUndo, staying, type UndoBy } from './undo.ts'

type Fields = { readonly properties: Readonly<Record<string, unknown>>; readonly required?: readonly string[] }
const acts = actionNames.flatMap((name) => {
  const action: OperatorAction = operatorActions[name]
  return action.kind === 'act' ? [{ name, action }] : []
})
const known = new Map<string, ActAction>(acts.map((each) => [each.name, each.action]))
/**
 * Pairs of an action and the action that undoes it, including the different undo (`ifNew`) for a run that replaced
 * nothing.
 */
const undone = acts.flatMap(({ name, action }) => {
  const { undo } = action
  if ('none' in undo) return []
  const all: readonly (UndoBy | undefined)[] = ['by' in undo ? undo : undefined, undo.ifNew]
  return all.flatMap((by) => (by ? [{ name, action, undo: by }] : []))
})
const fieldsOf = (schema: unknown): string[] => Object.keys((schema as Partial<Fields>).properties ?? {})

describe('undo of operator actions', () => {
  it.each(undone)('$name is undone by another action of the registry', ({ name, undo }) => {
    expect(known.has(undo.by)).toBe(true)
    expect(undo.by).not.toBe(name)
  })

  it.each(undone)('$name has every field that its undo requires, or the operator looks it up', ({ action, undo }) => {
    const input = known.get(undo.by)?.input as unknown as Fields
    const { given = {}, chosen = [] } = undo
    const own = [...fieldsOf(action.input), ...fieldsOf(action.output)]
    // The undoing action asks for its own `reason`, so the fields need not supply one.
    const missing = (input.required ?? []).filter(
      (field) => field !== 'reason' && !chosen.includes(field) && !own.includes(given[field] ?? field),
    )
    expect(missing).toEqual([])
    const foreign = [...Object.keys(given), ...chosen].filter((field) => !Object.hasOwn(input.properties, field))
    expect(foreign).toEqual([])
  })

  it.each(acts.filter(({ action }) => 'itself' in action.undo))('$name can restore earlier values', (act) => {
    expect(fieldsOf(act.action.input)).not.toEqual([])
  })

  it('every listed reason why an action has no undo is used by an action', () => {
    const used: readonly string[] = acts.flatMap(({ action: { undo } }) => ('none' in undo ? [undo.none] : []))
    expect(noUndo.filter((key) => !used.includes(key))).toEqual([])
  })

  it('every listed remark about what an undo does not restore is used by an action', () => {
    const used = acts.flatMap(({ action: { undo } }) => ('none' in undo ? [] : [undo.stays]))
    expect(staying.filter((key) => !used.includes(key))).toEqual([])
  })
})
