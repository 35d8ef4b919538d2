type Holder = Readonly<Record<string, unknown>>
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/** Names of fields that differ. A row with `field` counts as that field; otherwise the nearest named parent counts. */
export function differingFields(before: unknown, now: unknown, name = ''): readonly string[] {
  if (!isHolder(before) || !isHolder(now)) return before === now || name === '' ? [] : [name]
  const own = typeof now.field === 'string' ? now.field : null
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const found = names.flatMap((key) => differingFields(before[key], now[key], own ?? (Array.isArray(now) ? name : key)))
  return [...new Set(found)]
}
