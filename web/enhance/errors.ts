import { reportError } from './lazy-scripts.ts'

/** Event for errors that a React error boundary has caught. Browsers only report uncaught ones. */
export const caughtError = 'caught-error'

/**
 * Loads the error reporter on the first error. `errors` is set only in production, so nothing is reported elsewhere.
 */
export function startErrors({ errors }: DOMStringMap): void {
  if (errors === undefined) return
  const report = (event: Event) =>
    void import(/* @vite-ignore */ reportError)
      .then((reporter: { report: (event: Event) => void }) => reporter.report(event))
      .catch(() => {})
  for (const kind of ['error', 'unhandledrejection', caughtError]) addEventListener(kind, report)
}
