import { pageDataId, type PageData } from '#shared/site.ts'

let known: { readonly element: Element | null; readonly data: PageData } | null = null

/**
 * Reads the JSON data that the server put into this page. A language change replaces the element, so the cached value
 * is tied to it.
 */
export function readPageData(): PageData {
  const element = document.getElementById(pageDataId)
  if (known?.element !== element) known = { element, data: JSON.parse(element?.textContent ?? '') as PageData }
  return known.data
}
