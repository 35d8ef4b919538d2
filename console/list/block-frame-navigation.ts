export function blockFrameNavigation({ contentDocument }: HTMLIFrameElement): void {
  contentDocument?.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a')
    if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
  })
}
