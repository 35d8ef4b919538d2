import { merge } from '#console/client/merge.ts'
import type { Input } from '#console/client/wire.ts'

type Saved = Input<'content.save-draft'>
export type Fields = Readonly<Omit<Saved, 'text' | 'expect' | 'baseEn' | 'baseZh'>>
export type FieldKey = keyof Fields
export type Bases = Readonly<Pick<Saved, 'baseEn' | 'baseZh'>>

export const fieldKeys: readonly FieldKey[] = [
  'titleEn',
  'titleZh',
  'summaryEn',
  'summaryZh',
  'markdownEn',
  'markdownZh',
  'actionEn',
  'actionZh',
  'date',
  'from',
  'until',
  'category',
  'place',
  'incident',
  'sample',
  'stillRight',
]

export const isSameField = (a: Fields, b: Fields, key: FieldKey): boolean => (a[key] || '') === (b[key] || '')
export const areFieldsEqual = (a: Fields, b: Fields): boolean => fieldKeys.every((key) => isSameField(a, b, key))

/** Removes fields that are empty, false or zero, because they mean the same as absent. */
export const withoutEmptyFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => Boolean(value)))

type Merged = { readonly fields: Fields; readonly clashes: readonly FieldKey[]; readonly taken: readonly FieldKey[] }

export function mergeFields(base: Fields, mine: Fields, theirs: Fields): Merged {
  const { merged, clashes, taken } = merge({ base, mine, theirs }, fieldKeys, isSameField)
  return { fields: withoutEmptyFields(merged), clashes, taken }
}
