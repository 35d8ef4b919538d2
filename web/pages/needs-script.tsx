import '#web/render/no-script.css'
import { NoScriptPlate, noScriptTexts } from '#web/render/no-script.tsx'
import { definePage } from '#web/render/page.ts'
import { supportUrlOf } from '#web/render/page-facts.ts'

/**
 * Answer to a form that the browser submitted itself because no script ran. It has no path: the server selects it by
 * the request.
 */
export default definePage({
  paths: [],
  status: 405,
  noindex: true,
  chat: 'never',
  texts: noScriptTexts,
  head: ({ t, data, language }) => ({ title: `${t.sentTitle} | ${data.brand[language]}`, description: t.sentText }),
  component: ({ language, base, path, data }) => (
    <NoScriptPlate
      language={language}
      base={base}
      kind="sent"
      reload={`${base}${path}`}
      supportUrl={supportUrlOf(data)}
    />
  ),
})
