/**
 * Modal dialog for browsers without `<dialog>`: Safari before 15.4, Firefox before 98. CSS shows it by the attribute
 * `data-modal`; this function traps the focus, closes on Escape and restores the focus.
 */
export function openByHand(dialog: HTMLDialogElement): void {
  const before = document.activeElement
  const keepInside = ({ target }: Event) => {
    if (target instanceof Node && !dialog.contains(target)) dialog.focus()
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') dialog.close()
  }
  dialog.tabIndex = -1
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-modal', 'true')
  dialog.setAttribute('open', '')
  dialog.dataset.modal = ''
  document.addEventListener('focusin', keepInside)
  document.addEventListener('keydown', onKey)
  dialog.close = (answer = '') => {
    if (!dialog.hasAttribute('open')) return
    dialog.removeAttribute('open')
    document.removeEventListener('focusin', keepInside)
    document.removeEventListener('keydown', onKey)
    dialog.returnValue = answer
    if (before instanceof HTMLElement) before.focus()
    dialog.dispatchEvent(new Event('close'))
  }
  dialog.focus()
}
