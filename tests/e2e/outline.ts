import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'

/**
 * Everything axe judges in a page except text length: elements with classes, styles, roles, states and references;
 * visible, focused, filled or invalid; and presence of text. Ignores differences between users or languages: words,
 * numbers, URLs, the side of adjacent text, id names (replaced by position), and shapes of drawings, for which axe has
 * no rule.
 */
const outlineOf = `(() => {
  const order = new Map()
  for (const { id } of document.querySelectorAll('[id]')) if (!order.has(id)) order.set(id, order.size)
  const references = /^(id|for|form|list|popovertarget|commandfor|aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage|flowto))$/
  const words = /^(href|src|srcset|action|title|alt|placeholder|content|value|label|name|nonce|integrity|d|points|transform|datetime|aria-label|aria-description|aria-valuetext|aria-valuenow|aria-roledescription|data-label|data-scripts)$/
  const states = [':focus', ':checked', ':disabled', ':user-invalid', ':placeholder-shown', ':popover-open', ':modal']
  const valueOf = ({ name, value, ownerElement }) => {
    const isMeta = ownerElement.localName === 'meta'
    if (references.test(name)) return value.split(/\\s+/).map((id) => order.get(id) ?? '!').join(' ')
    if (/^(lang|hreflang|data-language)$/.test(name)) return /^(en|zh-CN)$/.test(value) ? 'known' : value
    if (words.test(name) && !isMeta) return value.trim() === '' ? '' : 'said'
    if (/^data-/.test(name) && /[^\\w.-]/.test(value)) return 'said'
    return name === 'style' ? value : value.replace(/[0-9a-f-]{8,}|[0-9]+/g, '0')
  }
  const isShape = (node) => node.namespaceURI === 'http://www.w3.org/2000/svg' && !/^(svg|a|text|title|foreignObject)$/.test(node.localName) && ![...node.attributes].some(({ name }) => /^(role|tabindex|aria-)/.test(name))
  const hasText = (node) => [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim() !== '')
  const lines = []
  const walk = (node, depth) => {
    if (node.nodeType !== Node.ELEMENT_NODE || /^(script|style|link)$/i.test(node.tagName) || (node.localName === 'meta' && !/^(viewport|refresh)$/.test(node.name || node.httpEquiv))) return
    if (isShape(node)) return void [...node.children].forEach((child) => walk(child, depth))
    const attributes = [...node.attributes].map((one) => one.name + '=' + valueOf(one)).sort()
    const seen = node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    lines.push([depth, node.tagName, seen, ...attributes, ...states.filter((state) => node.matches(state)), node.matches(':is(a, button, input, summary):hover'), node.value ? 'filled' : '', hasText(node) ? 'text' : ''].join(' '))
    for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]) walk(child, depth + 1)
  }
  walk(document.documentElement, 0)
  return [document.title.trim() !== '', innerWidth, matchMedia('(prefers-color-scheme: dark)').matches, ...lines].join('\\n')
})()`

/**
 * File that marks an outline as judged by axe in this run. Null for pages with frames, which the outline does not
 * cover.
 */
export async function noteOf(page: Page): Promise<string | null> {
  if (page.frames().length > 1) return null
  const outline = createHash('sha256').update(await page.evaluate<string>(outlineOf))
  return path.join(inject('e2e').outlines, outline.digest('hex'))
}
