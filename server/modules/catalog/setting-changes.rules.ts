import type { Sentence } from '#shared/sentence.ts'
import type { SiteMark } from '#shared/site.ts'
import { sentence } from '#text/sentence.ts'

type SettingChange = {
  readonly name: Sentence | string
  readonly before: Sentence | string
  readonly after: Sentence | string
}

/**
 * Fields of a setting whose values differ, with names and values for operators. `nameOf`: returns the name that
 * operators see for a path.
 */
export function findSettingChanges(
  name: string,
  before: unknown,
  after: unknown,
  nameOf: (path: string) => Sentence | string,
): SettingChange[] {
  if (name === 'mark') return [{ name: nameOf(name), before: sayMark(before), after: sayMark(after) }]
  const [old, now] = [leavesOf(name, before), leavesOf(name, after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [was, is] = [old.get(path), now.get(path)]
    if (JSON.stringify(was ?? null) === JSON.stringify(is ?? null)) return []
    return [{ name: nameOf(path), before: sayValue(path, was), after: sayValue(path, is) }]
  })
}

/** Values of a setting by path. A list counts as one value; empty groups and null have none. */
function leavesOf(path: string, value: unknown): Map<string, unknown> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path, value]])
  return new Map(Object.entries(value).flatMap(([name, each]) => [...leavesOf(`${path}.${name}`, each)]))
}

function sayValue(path: string, value: unknown): Sentence | string {
  if (value === undefined) return sentence('set.none')
  if (typeof value === 'boolean') return sentence(value ? 'set.on' : 'set.off')
  if (Array.isArray(value)) return value.length === 0 ? sentence('set.none') : value.map(String).join(', ')
  if (typeof value === 'number' && path.endsWith('Bps')) return sentence('set.percent', { percent: value / 100 })
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
}

const sayMark = (mark: unknown): Sentence | string =>
  mark === null || mark === undefined ? sentence('set.none') : sayPicture(mark as SiteMark)

/** Describes a picture by kind and size: `SVG, 1.2 kB`. */
const sayPicture = ({ kind, data }: SiteMark): string =>
  `${kind.toUpperCase()}, ${((kind === 'png' ? data.length * 0.75 : data.length) / 1000).toFixed(1)} kB`
