import { beforeAll, describe, expect, it } from 'vitest'
import { findNewer } from './find-newer.ts'
import { listBuiltIns, type BuiltIn } from './newer-than-floor.ts'

let builtIns: readonly BuiltIn[]
beforeAll(() => {
  builtIns = listBuiltIns()
})
const namesIn = (code: string) => findNewer(new Map([['a.js', code]]), builtIns).map(({ name }) => name)

describe('script for the oldest browsers', () => {
  it.each([
    ['AbortSignal.any([a])', 'AbortSignal.any'],
    ['fetch(u,{signal:AbortSignal.timeout(9)})', 'AbortSignal.timeout'],
    ['s.throwIfAborted()', 'throwIfAborted'],
    ['[2,1].toSorted()', 'toSorted'],
    ['[2,1].toReversed()', 'toReversed'],
    ['list.at(-1)', 'at'],
    ['list.findLast(Boolean)', 'findLast'],
    ['list.with(0,1)', 'with'],
    ['URL.canParse(t)', 'URL.canParse'],
    ['globalThis.URL.canParse(t)', 'URL.canParse'],
    ['Object.hasOwn(a,b)', 'Object.hasOwn'],
    ['Object.groupBy(a,b)', 'Object.groupBy'],
    ['Array.fromAsync(a)', 'Array.fromAsync'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['new Set([1]).union(x)', 'union'],
    ['structuredClone(a)', 'structuredClone'],
    ['requestIdleCallback(f)', 'requestIdleCallback'],
    ['window.requestIdleCallback(f)', 'requestIdleCallback'],
    ['new URLPattern()', 'URLPattern'],
    ['reportError(e)', 'reportError'],
    ['crypto.randomUUID()', 'randomUUID'],
    ['e?.showModal()', 'showModal'],
    ['form.requestSubmit()', 'requestSubmit'],
    ['c.roundRect(0,0,1,1,1)', 'roundRect'],
    ['new Intl.DurationFormat()', 'Intl.DurationFormat'],
    ['class A{static{a()}}', 'static block'],
    ['/(?<=a)b/.test(t)', 'lookbehind'],
    ['/[a--b]/v.test(t)', 'syntax'],
    ['/(?i:a)b/.test(t)', 'syntax'],
    ['/(?<a>x)|(?<a>y)/.test(t)', 'syntax'],
    ['/a/dv.test(t)', 'syntax'],
    ['using a = b', 'syntax'],
  ])('a script must not contain %s', (code, name) => {
    expect(namesIn(code)).toEqual([name])
  })

  it.each([
    [
      'features that it tests for before their use',
      'typeof structuredClone<"u";f.requestSubmit?.();globalThis.structuredClone?.(a)',
    ],
    ['own functions with the name of a newer built-in', 'const a={showModal(){}};a.showModal()'],
    ['method names that older built-ins have as well', 'Promise.any([a]);m.map(f);s.replaceAll("a","b");x.timeout.y()'],
    ['class fields and optional calls', 'class A{#a=1;b(){return this.#a??=2}}'],
  ])('a script may contain %s', (_, code) => {
    expect(namesIn(code)).toEqual([])
  })
})
