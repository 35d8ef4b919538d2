import { writeStored } from '#ui/browser-storage.ts'

export function startTheme(): void {
  const root = document.documentElement
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[data-theme-toggle]')) return
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
    root.dataset.theme = theme
    writeStored('localStorage', 'theme', theme)
  })
}
