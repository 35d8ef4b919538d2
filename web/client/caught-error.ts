/** Reports an error that an error page already handles. Browsers only report uncaught errors. */
export const reportCaughtError = (error: unknown): void => {
  dispatchEvent(new CustomEvent('caught-error', { detail: error }))
}

/** Throws asynchronously, so that the browser reports the error. The oldest supported browsers lack `reportError`. */
export const throwAsync = (error: unknown): void => {
  setTimeout(() => {
    throw error
  })
}
