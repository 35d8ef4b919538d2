/** Fields and opened parts of a page. */
const kept = 'input, textarea, select, details:not([data-menu])'

/** What a field is known by on the same page in another language: what it is, and how many like it stand before. */
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
 * Copies what was typed, ticked and opened on a page to the same page in another language. The result tells the page's
 * scripts of it once the other one stands.
 */
export function copyFields(from: ParentNode, to: ParentNode): () => void {
  const changed: Element[] = []
  // An island that was moved over runs there with all that is in it. One that runs in the old page begins anew in the other.
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
    // Islands read their fields themselves when React takes them over.
    for (const element of changed)
      if (!element.closest('[data-island]')) element.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
