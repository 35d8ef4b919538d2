const everyMs = 700

export function startLiveReload(): void {
  let shown: string | null = null
  async function look(): Promise<void> {
    // The server is briefly down while it restarts.
    const response = await fetch('/build.txt', { cache: 'no-store' }).catch(() => null)
    if (!response?.ok) return
    const build = await response.text()
    if (shown !== null && build !== shown) location.reload()
    shown = build
  }
  setInterval(() => void look(), everyMs)
}
