/** Reports an error that an error boundary has already handled, because browsers only report uncaught errors. */
export const reportCaughtError = (error: unknown): void => {
  dispatchEvent(new CustomEvent('caught-error', { detail: error }))
}

/** Throws an error asynchronously, so that the browser reports it. The oldest supported browsers lack `reportError`. */
export const throwAsync = (error: unknown): void => {
  setTimeout(() => {
    throw error
  })
}
