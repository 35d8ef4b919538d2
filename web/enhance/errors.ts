import { reportError } from './lazy-scripts.ts'

/** Something that an error page was shown for: the browser itself does not tell of it. */
export const caughtError = 'caught-error'

/** The script of the reporter is loaded when there is something to report; `errors`: this is PROD, where someone is told. */
export function startErrors({ errors }: DOMStringMap): void {
  if (errors === undefined) return
  const report = (event: Event) =>
    void import(/* @vite-ignore */ reportError)
      .then((reporter: { report: (event: Event) => void }) => reporter.report(event))
      .catch(() => {})
  for (const kind of ['error', 'unhandledrejection', caughtError]) addEventListener(kind, report)
}
