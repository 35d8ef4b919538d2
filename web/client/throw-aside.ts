/**
 * Throws an error asynchronously, so that the browser reports it as uncaught. `reportError` is missing in the oldest
 * browsers that the site supports.
 */
export const throwAside = (error: unknown): void => {
  setTimeout(() => {
    throw error
  })
}
