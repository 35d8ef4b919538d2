import type { Shape } from '#console/client/shape.ts'

export type FieldKind = 'text' | 'long' | 'whole' | 'decimal' | 'flag' | 'choice' | 'names' | 'date' | 'file' | 'folder'

const long = new Set(['reason', 'note', 'news', 'sentBefore', 'text'])

export function fieldKind(name: string, shape: Shape): FieldKind {
  if (shape.folder) return 'folder'
  if (shape.file) return 'file'
  if (shape.enum) return 'choice'
  if (shape.date) return 'date'
  if (shape.type === 'boolean') return 'flag'
  if (shape.type === 'integer') return 'whole'
  if (shape.type === 'array') return 'names'
  if (shape.pattern?.startsWith('^[0-9]{1,9}')) return 'decimal'
  return long.has(name) && !shape.pattern ? 'long' : 'text'
}
