/** `{en,zh-CN}/x-*.md` as an expression: braces list what may stand, a star is anything but a slash. */
const toExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll('.', String.raw`\.`)
      .replaceAll('*', '[^/]+')
      .replaceAll(/\{([^}]*)\}/g, (_whole, list: string) => `(?:${list.split(',').join('|')})`)}$`,
    'u',
  )

/** The path of a file below the folder that was chosen, which is the first part of what the browser calls it. */
export const pathBelow = (path: string): string => path.slice(path.indexOf('/') + 1)

export const matchesFolder = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => toExpression(pattern).test(path))
