import type { Page } from 'playwright-core'

/**
 * Runs in the page: pastes into each field that can be filled in, as a browser does it (the event, what precedes the
 * change, the change), and answers which did not take it. The clipboard itself is one for all pages of a browser, so
 * that tests beside this one would write into it.
 */
const pasting = `async (text) => {
  const top = document.querySelector('dialog[open]') ?? document
  const kinds = 'textarea, input:not([type=checkbox], [type=radio], [type=hidden], [type=submit], [type=range])'
  const fields = [...top.querySelectorAll(kinds)].filter((field) => field.checkVisibility({ visibilityProperty: true }))
  const deaf = []
  for (const field of fields) {
    field.focus()
    field.select()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const about = { bubbles: true, cancelable: true }
    const isAllowed =
      field.dispatchEvent(new ClipboardEvent('paste', { ...about, clipboardData })) &&
      field.dispatchEvent(new InputEvent('beforeinput', { ...about, inputType: 'insertFromPaste', data: text }))
    if (isAllowed) document.execCommand('insertText', false, text)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    if (field.value !== text) deaf.push((field.name || field.id) + ' holds "' + field.value + '"')
  }
  return { fields: fields.length, deaf }
}`

/** How many fields are shown, on the page or in the dialog that is open, and those that a pasted text does not reach. */
export async function pasteEverywhere(page: Page): Promise<{ fields: number; deaf: string[] }> {
  const where = new URL(page.url()).pathname
  // Digits are a name, a number, a code and the beginning of a password.
  const { fields, deaf } = await page.evaluate<{ fields: number; deaf: string[] }>(`(${pasting})('13800138000')`)
  return { fields, deaf: deaf.map((field) => `${where} ${field}`) }
}
