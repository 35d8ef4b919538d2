/**
 * State of the server-rendered menu, which the app replaces: whether it is unfolded, and the focused link or fold
 * button.
 */
let isOpen = false
let focused: string | null = null

export const menuState = {
  save(root: HTMLElement): void {
    const { activeElement } = document
    isOpen = root.querySelector('details')?.open === true
    if (activeElement && root.contains(activeElement))
      focused = activeElement.matches('summary') ? 'summary' : `a[href="${activeElement.getAttribute('href')}"]`
  },
  restore(menu: HTMLElement | null): void {
    const folded = menu?.querySelector('details')
    if (folded && isOpen) folded.open = true
    if (focused !== null)
      for (const target of menu?.querySelectorAll<HTMLElement>(focused) ?? []) if (target.offsetParent) target.focus()
    isOpen = false
    focused = null
  },
}
