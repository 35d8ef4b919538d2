/**
 * Keeps changes that the visitor made to fields before hydration, which React would neither report to `onChange` nor
 * keep in its state. Call it before hydration; the returned function then reports every changed field.
 */
export function saveTyped(root: HTMLElement): () => void {
  const reports: (() => void)[] = []
  for (const input of root.querySelectorAll('input')) {
    if (input.type === 'radio' || input.type === 'checkbox') {
      if (input.checked === input.defaultChecked || (input.type === 'radio' && !input.checked)) continue
      const { checked } = input
      // A box that the island has ticked itself meanwhile must not be clicked again.
      reports.push(() => input.checked === checked || input.click())
    } else if (input.value !== input.defaultValue) {
      reports.push(() => reportText(input, HTMLInputElement.prototype))
    }
  }
  for (const area of root.querySelectorAll('textarea')) {
    if (area.value !== area.defaultValue) reports.push(() => reportText(area, HTMLTextAreaElement.prototype))
  }
  for (const select of root.querySelectorAll('select')) {
    if ([...select.options].some((option) => option.selected !== option.defaultSelected)) {
      reports.push(() => select.dispatchEvent(new Event('change', { bubbles: true })))
    }
  }
  // Resets ticks to the server's state, so that clicking them again after hydration counts as a change.
  for (const input of root.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')) {
    if (input.checked !== input.defaultChecked) input.checked = input.defaultChecked
  }
  return () => reports.forEach((report) => report())
}

/**
 * Sets the text by the prototype's setter, because React overrides the element's own setter and would see no change.
 */
function reportText(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
  const typed = field.value
  const { selectionStart, selectionEnd } = field
  field.value = ''
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed)
  if (field === document.activeElement && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
