import { createRequire } from 'node:module'
import type { CompatData } from '@mdn/browser-compat-data'
import type { Newer } from './find-newer.ts'
import { isInFloor, type Floor } from './newer-than-floor.ts'

/**
 * Finds at-rules, pseudo-classes and pseudo-elements that the oldest supported browsers lack, because those browsers
 * drop the whole rule. Not reported: other selectors, names with a vendor prefix, rules inside `@supports`, and
 * declarations, because an unknown one affects only itself.
 */
export function findNewerCss(sheets: ReadonlyMap<string, string>, oldest: Floor): readonly Newer[] {
  const { css } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
  const isNewer = (group: 'selectors' | 'at-rules', name: string): boolean => {
    // oxlint-disable-next-line no-underscore-dangle -- the compatibility data uses this name
    const compat = css[group]?.[name]?.__compat
    return compat !== undefined && !isInFloor(compat, oldest)
  }
  return [...sheets].flatMap(([file, text]) =>
    [...withoutGuarded(text).matchAll(/@([a-z-]+)|([^{};]+)\{/g)].flatMap(([around, atRule, selector = '']) => {
      if (atRule !== undefined) return isNewer('at-rules', atRule) ? [{ file, name: `@${atRule}`, around }] : []
      const names = [...selector.matchAll(/::?([a-z-]+)/g)].map((match) => match[1] as string)
      return [...new Set(names)]
        .filter((name) => !name.startsWith('-') && isNewer('selectors', name))
        .map((name) => ({ file, name: `:${name}`, around }))
    }),
  )
}

function withoutGuarded(text: string): string {
  const plain = text.replaceAll(/"[^"]*"|'[^']*'|\/\*.*?\*\//gs, '')
  let kept = ''
  let at = 0
  for (let start; (start = plain.indexOf('@supports', at)) >= 0;) {
    kept += plain.slice(at, start)
    let depth = 0
    for (at = plain.indexOf('{', start); at < plain.length; at++) {
      depth += plain[at] === '{' ? 1 : plain[at] === '}' ? -1 : 0
      if (depth === 0) break
    }
    at++
  }
  return kept + plain.slice(at)
}
