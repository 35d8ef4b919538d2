/** Something that an error page was shown for: the browser itself does not tell of it. */
export const caughtError = 'caught-error'

/** PROD alone names the script of the reporter; it is loaded when there is something to report. */
export function startErrors({ errors }: DOMStringMap): void {
  if (!errors) return
  const report = (event: Event) =>
    void import(/* @vite-ignore */ errors)
      .then((reporter: { report: (event: Event) => void }) => reporter.report(event))
      .catch(() => {})
  for (const kind of ['error', 'unhandledrejection', caughtError]) addEventListener(kind, report)
}
