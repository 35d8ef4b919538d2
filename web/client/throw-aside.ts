/**
 * Throws an error outside of the caller, so that the browser tells of it as of any that nobody caught. By hand:
 * `reportError` is newer than the oldest browsers that the site is for.
 */
export const throwAside = (error: unknown): void => {
  setTimeout(() => {
    throw error
  })
}
