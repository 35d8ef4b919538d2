import { expect, it } from 'vitest'
import { figuresOf, problemsOf, withoutScripts, type Result } from './web-figures.ts'

const result = ({
  LCP = 1_000,
  TBT = 100,
  CLS = 0,
  score = 1,
}: Partial<Record<'LCP' | 'TBT' | 'CLS', number>> & { score?: number | null } = {}): Result => ({
  lhr: {
    audits: {
      'largest-contentful-paint': { numericValue: LCP },
      'total-blocking-time': { numericValue: TBT },
      'cumulative-layout-shift': { numericValue: CLS },
    },
    categories: { performance: { score } },
  },
})
const failed: Result = {
  lhr: { runtimeError: { message: 'NO_FCP' }, audits: {}, categories: { performance: { score: null } } },
}
const problems = (whole: readonly Result[], alone: readonly Result[]) =>
  problemsOf({ whole: figuresOf(whole), alone: figuresOf(alone) })

it('a page within its limits has no problem, and medians count instead of one slow run', () => {
  expect(problems([result(), result({ LCP: 9_000 }), result()], [result(), result(), result()])).toEqual([])
  expect(problems([result({ LCP: 1_100, TBT: 150 })], [result()])).toEqual([])
  expect(problems([result({ TBT: 50 })], [result({ TBT: 0 })])).toEqual([])
})

it('a page above a limit is reported with its value and limit', () => {
  expect(problems([result({ LCP: 2_300, TBT: 400, CLS: 0.01 })], [result({ LCP: 2_000, TBT: 300 })])).toEqual([
    'LCP 2300 ms; at most 2200 ms, by the page without scripts',
    'TBT 400 ms; at most 390 ms, by the page without scripts',
    'CLS 0.0100; at most 0',
  ])
  expect(problems([result({ TBT: 51 })], [result({ TBT: 0 })])).toHaveLength(1)
})

it('a category score below 100 is reported, for the page only', () => {
  expect(problems([result({ score: 0.98 })], [result({ score: 0.9 })])).toEqual(['performance 98; at least 100'])
})

it('a missing measurement is a problem, for the page and for its copy without scripts', () => {
  const theirs = 'the page without scripts'
  expect(problems([], [result()])).toEqual(['the page: a result is missing'])
  expect(problems([result()], [])).toEqual([`${theirs}: a result is missing`])
  expect(problems([result(), failed, result()], [result()])).toEqual([
    'the page: NO_FCP',
    'the page: a result is missing',
  ])
  expect(problems([result()], [result({ TBT: Number.NaN })])).toEqual([`${theirs}: a result is missing`])
  expect(problems([result({ score: null })], [result()])).toEqual(['the page: a result is missing'])
})

it('the copy of a page without scripts keeps structured data, which is not executed', () => {
  const told = '<script type="application/ld+json">{"@type":"FAQPage"}</script>'
  expect(withoutScripts(`<script>a\n</script>${told}<p>b</p><script type="module" src="/c.js"></script>`)).toBe(
    `${told}<p>b</p>`,
  )
})
