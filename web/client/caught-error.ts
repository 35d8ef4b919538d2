/** Reports an error that an error page already handles. Browsers only report uncaught errors. */
export const tellCaughtError = (error: unknown): void => {
  dispatchEvent(new CustomEvent('caught-error', { detail: error }))
}
