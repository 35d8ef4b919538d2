/**
 * Unsubscribes at once when the link of a mail is opened. If the call gets no answer, the visitor can press the button
 * of the form. An error status leads to the page `not-stopped`.
 */
const form = document.querySelector<HTMLFormElement>('form[data-stop-mails]')
const button = form?.querySelector('button')

if (form && button) {
  const label = button.textContent
  button.textContent = form.dataset.stopMails ?? label
  button.disabled = true
  fetch(location.pathname, {
    method: 'POST',
    headers: { accept: 'text/plain', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  }).then(
    ({ ok }) => location.replace(location.pathname.replace(/stop\/[^/]*$/, ok ? 'stopped' : 'not-stopped')),
    () => {
      button.textContent = label
      button.disabled = false
    },
  )
}
