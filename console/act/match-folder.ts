/** Converts a pattern such as `{en,zh-CN}/x-*.md`: braces list alternatives, `*` matches anything but a slash. */
const toExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll('.', String.raw`\.`)
      .replaceAll('*', '[^/]+')
      .replaceAll(/\{([^}]*)\}/g, (_whole, list: string) => `(?:${list.split(',').join('|')})`)}$`,
    'u',
  )

/** Path below the chosen folder, whose name is the first segment of the browser's path. */
export const pathBelow = (path: string): string => path.slice(path.indexOf('/') + 1)

export const matchesFolder = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => toExpression(pattern).test(path))
