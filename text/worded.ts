import type { ActionName } from '#shared/contract/operator.ts'
import { guardOf, type Reach } from '#shared/contract/operator/reach.ts'
import type { NoUndo, Staying, Undo } from '#shared/contract/operator/undo.ts'
import type { ActionText } from './action-text.ts'

export type Catalogue = {
  readonly actions: Readonly<Record<ActionName, ActionText>>
  readonly defaults: {
    readonly hints: Readonly<Record<string, string>>
    readonly empty: Readonly<Record<string, string>>
    readonly second: Readonly<Record<'always' | 'asks' | 'giftPeople' | 'personActs', string>>
  }
  readonly undo: {
    readonly itself: string
    readonly by: string
    readonly ifNew: string
    readonly notUndone: string
    readonly none: Readonly<Record<NoUndo, string>>
    readonly stays: Readonly<Record<Staying, string>>
  }
}

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}
type Action = {
  readonly kind: 'read' | 'act'
  readonly reach: Reach
  readonly asksFor?: string
  readonly input: Schema
  readonly output: Schema
}
/**
 * Texts that `worded` adds to the schemas of fields. `description`: hint of an input field. `none`: shown for an empty
 * output field.
 */
export type FieldText = { readonly description?: string; readonly none?: string }
export type Worded = Pick<ActionText, 'label' | 'about' | 'second' | 'says'>

/** Adds texts in one language to an action; its fields get their hints and the texts shown when they are empty. */
export function worded<A extends Action>(name: ActionName, action: A, catalogue: Catalogue): A & Worded {
  const { actions, defaults } = catalogue
  const own = actions[name]
  // An action that only proposes another has the same fields, so the texts of that one apply.
  const { hints = {}, empty = {}, says } = action.asksFor === undefined ? own : actions[action.asksFor as ActionName]
  const second = secondOf(action, own, catalogue)
  return {
    ...action,
    label: own.label,
    about: own.about,
    ...(second !== undefined && { second }),
    ...(says && { says }),
    input: withTexts(action.input, { ...defaults.hints, ...hints }, 'description'),
    output: withTexts(action.output, { ...defaults.empty, ...empty }, 'none'),
  }
}

/**
 * Sentence that says when an action needs a second operator: the one for proposals if the action only proposes,
 * otherwise its own text or the one that follows from its reach; undefined if it never needs one.
 */
function secondOf(action: Action, own: ActionText, { defaults }: Catalogue): string | undefined {
  if (action.asksFor !== undefined) return defaults.second.asks
  if (own.second !== undefined) return own.second
  const guard = guardOf(action)
  return guard.kind === 'none' ? undefined : defaults.second[guard.kind === 'two' ? 'always' : guard.limit]
}

function withTexts<S extends Schema>(schema: S, texts: Readonly<Record<string, string>>, key: keyof FieldText): S {
  const { properties, items, anyOf } = schema
  const inside = (part: Schema) => withTexts(part, texts, key)
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => {
          const text = Object.hasOwn(texts, name) ? texts[name] : undefined
          const told = inside(field)
          return [name, text === undefined ? told : { ...told, [key]: text }]
        }),
      ),
    }),
    ...(items && { items: inside(items) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
  }
}

/** Sentences of a preview about undoing the action; `name` writes the name of an action. */
export function undoText(undo: Undo, texts: Catalogue['undo'], name: (action: string) => string): string {
  if ('none' in undo) return texts.none[undo.none]
  const { ifNew, stays } = undo
  const sentences = [
    'by' in undo ? texts.by.replace('{action}', name(undo.by)) : texts.itself,
    ...(ifNew ? [texts.ifNew.replace('{action}', name(ifNew.by))] : []),
    ...(stays ? [texts.notUndone.replace('{rest}', texts.stays[stays])] : []),
  ]
  // Puts a space only after a full stop, because Chinese has no space between sentences.
  return sentences
    .map((each) => (each.endsWith('.') ? `${each} ` : each))
    .join('')
    .trimEnd()
}
