/** The link of a reminder stops at once. What fails leaves the button, which does the same without a script. */
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
