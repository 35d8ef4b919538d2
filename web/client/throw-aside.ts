/** Throws asynchronously, so that the browser reports the error. The oldest supported browsers lack `reportError`. */
export const throwAside = (error: unknown): void => {
  setTimeout(() => {
    throw error
  })
}
