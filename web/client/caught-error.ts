/** Tells the reporter of an error that an error page was shown for: browsers report only what no one caught. */
export const tellCaughtError = (error: unknown): void => {
  dispatchEvent(new CustomEvent('caught-error', { detail: error }))
}
