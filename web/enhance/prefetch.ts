const delayMs = 1500

/** SPEC §2: goods and client configuration are fetched ahead 1.5 s after load. `script` is absent where a page doesn't. */
export function startPrefetch(script: string | undefined): void {
  if (!script) return
  addEventListener('load', () => {
    setTimeout(() => {
      // No one asked for it yet, so no one is told when it fails.
      import(/* @vite-ignore */ script)
        .then((module: { prefetch: () => Promise<void> }) => module.prefetch())
        .catch(() => {})
    }, delayMs)
  })
}
