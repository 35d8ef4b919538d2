export function startTheme(): void {
  const root = document.documentElement
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[data-theme-toggle]')) return
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
    root.dataset.theme = theme
    try {
      localStorage.setItem('theme', theme)
    } catch {
      // Browser storage is blocked, so the choice lasts only for this page.
    }
  })
}
