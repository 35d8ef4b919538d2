/**
 * Form controls may change before React hydrates; React then neither resets them nor fires `onChange`.
 * Call before hydration; call the result after it: every changed control reports its change as if it happened now.
 */
export function saveTyped(root: HTMLElement): () => void {
  const reports: (() => void)[] = []
  for (const input of root.querySelectorAll('input')) {
    if (input.type === 'radio' || input.type === 'checkbox') {
      if (input.checked === input.defaultChecked || (input.type === 'radio' && !input.checked)) continue
      const { checked } = input
      // What the island ticked by itself on its start is not undone.
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
  // Ticks go back to what the server rendered, so that the click after hydration is a change.
  for (const input of root.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')) {
    if (input.checked !== input.defaultChecked) input.checked = input.defaultChecked
  }
  return () => reports.forEach((report) => report())
}

/** React remembers the last value set through the element; the prototype's setter goes past that memory. */
function reportText(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
  const typed = field.value
  const { selectionStart, selectionEnd } = field
  field.value = ''
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed)
  if (field === document.activeElement && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
