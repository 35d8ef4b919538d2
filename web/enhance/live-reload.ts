const everyMs = 700

/** In a development build only: reloads the page once another build is served. */
export function startLiveReload(): void {
  let shown: string | null = null
  async function look(): Promise<void> {
    // The server is away for a moment while it restarts.
    const response = await fetch('/build.txt', { cache: 'no-store' }).catch(() => null)
    if (!response?.ok) return
    const build = await response.text()
    if (shown !== null && build !== shown) location.reload()
    shown = build
  }
  setInterval(() => void look(), everyMs)
}
