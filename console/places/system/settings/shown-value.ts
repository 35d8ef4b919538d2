import type { SettingsText } from '#console/text/en/places/settings.ts'
import type { FormNode } from './setting-forms.ts'

export type ShownLine = { readonly path: string; readonly text: string }

/** Values of a setting as lines of name and text; fields without a value are left out. */
export function showSetting(node: FormNode, path: string, value: unknown, t: SettingsText): ShownLine[] {
  if (value === null || value === undefined || value === '') return []
  if (node.kind === 'group')
    return Object.entries(node.fields).flatMap(([name, each]) =>
      showSetting(each, `${path}.${name}`, (value as Readonly<Record<string, unknown>>)[name], t),
    )
  if (typeof value === 'boolean') return [{ path, text: value ? t.names['set.on'] : t.names['set.off'] }]
  if (Array.isArray(value)) return value.length === 0 ? [] : [{ path, text: value.join(', ') }]
  if (node.kind === 'percent') return [{ path, text: `${Number(value) / 100} %` }]
  return [{ path, text: typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '' }]
}
