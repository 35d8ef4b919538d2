import type { Page } from 'playwright-core'

/**
 * Runs in the page: pastes into each fillable field with the events of a real paste, and returns fields that ignored
 * it. The clipboard is shared by all pages of a browser, so parallel tests would interfere.
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

/** Number of visible fields on the page or in the open dialog, and those that ignore pasted text. */
export async function pasteEverywhere(page: Page): Promise<{ fields: number; deaf: string[] }> {
  const where = new URL(page.url()).pathname
  // Digits are valid input for names, numbers, codes and passwords.
  const { fields, deaf } = await page.evaluate<{ fields: number; deaf: string[] }>(`(${pasting})('13800138000')`)
  return { fields, deaf: deaf.map((field) => `${where} ${field}`) }
}
