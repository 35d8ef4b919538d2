/** Logging out by the header's button. `script` does it; it is loaded when someone presses. */
export function startLogOut(script: string | undefined): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('[data-out]')
    if (!button || !script || button.disabled) return
    for (const each of document.querySelectorAll<HTMLButtonElement>('[data-out]')) each.disabled = true
    import(/* @vite-ignore */ script)
      .then((module: { start: () => Promise<void> }) => module.start())
      .catch(() => {
        for (const each of document.querySelectorAll<HTMLButtonElement>('[data-out]')) each.disabled = false
      })
  })
}

/** What another tab did to the session: the header's doors follow, and an account area that lost it is left. */
export function watchSession(): void {
  addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea !== localStorage || (key !== 'token' && key !== null)) return
    const isIn = localStorage.getItem('token') !== null
    const root = document.documentElement
    const wasIn = root.dataset.account !== undefined
    if (isIn) root.dataset.account = 'in'
    else delete root.dataset.account
    if (wasIn && !isIn && document.getElementById('account')) location.reload()
  })
}
