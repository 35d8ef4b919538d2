/**
 * Limits of a page's figures compared with the same page without scripts: `times` as high or `more` ms higher,
 * whichever is larger.
 */
const bounds = {
  LCP: { times: 1.1, more: 100 },
  TBT: { times: 1.3, more: 50 },
  CLS: 0,
  score: 1,
} as const

export type Result = {
  readonly lhr: {
    readonly runtimeError?: { readonly message: string }
    readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  }
}
/** Medians of the Lighthouse figures: times in ms, scores per category; null if any run lacks the value. */
export type Figures = {
  readonly scores: Readonly<Record<string, number | null>>
  readonly LCP: number | null
  readonly TBT: number | null
  readonly CLS: number | null
  readonly errors: readonly string[]
}

const median = (seen: readonly (number | null | undefined)[]): number | null => {
  const numbers = seen.filter((value) => typeof value === 'number' && Number.isFinite(value)) as number[]
  if (numbers.length < seen.length) return null
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? null
}

export function figuresOf(results: readonly Result[]): Figures {
  const audit = (name: string) => median(results.map(({ lhr }) => lhr.audits[name]?.numericValue))
  // Measured categories, which are fewer for the page without scripts: it is only measured for performance.
  const categories = new Set(results.flatMap(({ lhr }) => Object.keys(lhr.categories)))
  return {
    scores: Object.fromEntries(
      [...categories].map((name) => [name, median(results.map(({ lhr }) => lhr.categories[name]?.score))]),
    ),
    LCP: audit('largest-contentful-paint'),
    TBT: audit('total-blocking-time'),
    CLS: audit('cumulative-layout-shift'),
    errors: results.flatMap(({ lhr }) => lhr.runtimeError?.message ?? []),
  }
}

export function problemsOf({ whole, alone }: { whole: Figures; alone: Figures }): readonly string[] {
  const missing = Object.entries({ 'the page': whole, 'the page without scripts': alone }).flatMap(
    ([name, { scores, LCP, TBT, CLS, errors }]) => [
      ...errors.map((error) => `${name}: ${error}`),
      ...(Object.keys(scores).length === 0 || [...Object.values(scores), LCP, TBT, CLS].includes(null)
        ? [`${name}: a result is missing`]
        : []),
    ],
  )
  const slow = (['LCP', 'TBT'] as const).flatMap((name) => {
    const [ours, bare] = [whole[name], alone[name]]
    if (ours === null || bare === null) return []
    const most = Math.max(bare * bounds[name].times, bare + bounds[name].more)
    return ours > most
      ? [`${name} ${Math.round(ours)} ms; at most ${Math.round(most)} ms, by the page without scripts`]
      : []
  })
  const short = Object.entries(whole.scores).flatMap(([name, score]) =>
    score !== null && score < bounds.score
      ? [`${name} ${Math.round(100 * score)}; at least ${100 * bounds.score}`]
      : [],
  )
  const moved =
    whole.CLS !== null && whole.CLS > bounds.CLS ? [`CLS ${whole.CLS.toFixed(4)}; at most ${bounds.CLS}`] : []
  return [...missing, ...short, ...slow, ...moved]
}

/** Removes all scripts and script preloads from a page; JSON-LD for search engines stays. */
export const withoutScripts = (html: string): string =>
  html
    .replaceAll(/<link rel="modulepreload"[^>]*>|<link [^>]*id="enhancer"[^>]*>/g, '')
    .replaceAll(/<script\b([^>]*)>.*?<\/script>/gs, (script, attributes: string) =>
      attributes.includes('application/ld+json') ? script : '',
    )
