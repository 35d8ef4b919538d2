/** Closes menus (`<details>` elements) on Escape, on clicks outside and when the focus leaves them. */
export function startMenus(): void {
  const closeAllBut = (target: EventTarget | null) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
      if (!(target instanceof Node && menu.contains(target))) menu.open = false
    }
  }
  document.addEventListener('click', (event) => closeAllBut(event.target))
  document.addEventListener('focusin', (event) => closeAllBut(event.target))
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    const open = document.querySelector<HTMLDetailsElement>('details[data-menu][open]')
    if (!open) return
    open.open = false
    open.querySelector('summary')?.focus()
  })
}
