import { pageDataId, type PageData } from '#shared/site.ts'

let known: { readonly element: Element | null; readonly data: PageData } | null = null

/** Data block of this page, written by the server. A language change replaces the element, so the cache checks it. */
export function readPageData(): PageData {
  const element = document.getElementById(pageDataId)
  if (known?.element !== element) known = { element, data: JSON.parse(element?.textContent ?? '') as PageData }
  return known.data
}
