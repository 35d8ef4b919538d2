const kept = 'input, textarea, select, details:not([data-menu])'

/** Maps elements by tag, type, name and index, which are equal on the translated page. */
function byPlace(elements: Iterable<Element>): Map<string, Element> {
  const found = new Map<string, Element>()
  for (const element of elements) {
    const { tagName } = element
    const like = [tagName, element.getAttribute('type'), element.getAttribute('name')].join(' ')
    let place = 0
    while (found.has(`${like} ${place}`)) place += 1
    found.set(`${like} ${place}`, element)
  }
  return found
}

/**
 * Copies typed text, ticks and unfolded details to the translated page. Call the returned function once that page is
 * shown.
 */
export function copyFields(from: ParentNode, to: ParentNode): () => void {
  const changed: Element[] = []
  // Skips fields of running islands (`data-live`), because those were moved to the new page with their state.
  const twins = byPlace([...to.querySelectorAll(kept)].filter((element) => !element.closest('[data-live]')))
  for (const [place, element] of byPlace(from.querySelectorAll(kept))) {
    const twin = twins.get(place)
    if (element instanceof HTMLDetailsElement && twin instanceof HTMLDetailsElement) twin.open = element.open
    else if (element instanceof HTMLInputElement && twin instanceof HTMLInputElement) {
      if (element.checked !== twin.checked) twin.checked = element.checked
      else if (element.type === 'file' || element.value === twin.value) continue
      else twin.value = element.value
      changed.push(twin)
    } else if (
      (element instanceof HTMLTextAreaElement && twin instanceof HTMLTextAreaElement) ||
      (element instanceof HTMLSelectElement && twin instanceof HTMLSelectElement)
    ) {
      if (element.value === twin.value) continue
      twin.value = element.value
      changed.push(twin)
    }
  }
  return () => {
    // Sends no event to fields in islands, because islands read their fields when React hydrates them.
    for (const element of changed)
      if (!element.closest('[data-island]')) element.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
