import { pageDataId, type PageData } from '#shared/site.ts'

let known: { readonly element: Element | null; readonly data: PageData } | null = null

/** What the server told this page, in its one block of JSON. The block is another one after a change of language. */
export function readPageData(): PageData {
  const element = document.getElementById(pageDataId)
  if (known?.element !== element) known = { element, data: JSON.parse(element?.textContent ?? '') as PageData }
  return known.data
}
