import type { Envelope } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { fetchApi } from '#web/client/api-host.ts'
import { readPageData } from '#web/client/page-data.ts'
import type { ConnectionAnswer } from '#web/display/describe-connection.ts'

/** Texts for the result of the connection check, loaded with the first check. */
const texts = {
  en: () => import('#text/en/site/connection.ts'),
  'zh-CN': () => import('#text/zh-CN/site/connection.ts'),
}

async function ask(): Promise<ConnectionAnswer | null> {
  const response = await fetchApi(`${readPageData().apiPrefix}/api/system/system_connection`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', platform: 'web' },
    body: '{}',
  })
  const { code, data } = (await response.json()) as Envelope<ConnectionAnswer>
  return code === 200 && data ? data : null
}

async function check(button: HTMLButtonElement, result: Element): Promise<void> {
  const language = document.documentElement.lang as Language
  button.setAttribute('aria-busy', 'true')
  const [answer, { default: t }, { describeConnection }] = await Promise.all([
    ask().catch(() => null),
    texts[language](),
    import('#web/display/describe-connection.ts'),
  ])
  button.removeAttribute('aria-busy')
  const said = answer && describeConnection(answer, t, language)
  const title = document.createElement('b')
  title.textContent = said ? said.title : t.failed
  title.className = said?.look ?? ''
  const lines = (said?.texts ?? []).map((text) => {
    const line = document.createElement('span')
    line.textContent = text
    return line
  })
  result.replaceChildren(title, ...lines)
  button.textContent = t.again
}

document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('[data-check]')
  const result = document.querySelector('[data-result]')
  if (button && result && button.getAttribute('aria-busy') === null) void check(button, result)
})
