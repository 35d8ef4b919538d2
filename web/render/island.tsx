import { JsonScript } from './json-script.tsx'
import './no-script.css'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { languages } from '#shared/language.ts'
import { withOwnWords } from '#shared/own-words.ts'
import { ownWordsOf } from '#text/page-texts.ts'
import type { Due, IslandDefinition } from '#web/islands/define-island.ts'
import { NoScriptPlate } from './no-script.tsx'
import { useRenderContext } from './page.ts'

/**
 * Renders an island: its HTML, its props as JSON and the URLs of its scripts. The browser loads the scripts on the
 * first interaction, or right after the first paint if a condition in `load` holds.
 */
export function Island<P extends object, T>({
  of,
  props,
  load,
  day,
  readable = false,
  isPage = false,
}: {
  of: IslandDefinition<P, T>
  props: NoInfer<P>
  load?: readonly Due[]
  /**
   * ISO date, equal to `today` in the props, from which the island's dates are computed. On another day a small script
   * corrects them before hydration and sets the prop `cameAt`.
   */
  day?: string
  /**
   * True if the HTML is useful or invisible without scripts. Otherwise a notice replaces it for browsers without
   * scripts.
   */
  readable?: boolean
  /** True if the page's only heading is inside the island, so the notice that replaces it needs a heading. */
  isPage?: boolean
}) {
  const { data, language, base, assets, islandTexts, islands } = useRenderContext()
  const shipped = islandTexts.get(of.name)?.[language] as T
  const own = ownWordsOf(of.name, data.pageTexts, language, data.brand[language])
  const t = own ? withOwnWords(shipped, own) : shipped
  islands.add(of.name)
  const html = renderToString(createElement(of.component, { ...props, t, language, base }), {
    identifierPrefix: of.name,
  })
  return (
    <>
      <div
        data-island={of.name}
        data-scripts={assets.islands[of.name]?.[language].join(' ')}
        data-load={load?.join(' ')}
        data-day={day}
        data-readable={readable || undefined}
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <JsonScript value={{ ...props, base, words: of.words?.(t) }} />
      {own && (
        <JsonScript
          id="own-words"
          value={Object.fromEntries(
            languages.map((each) => [each, ownWordsOf(of.name, data.pageTexts, each, data.brand[each])]),
          )}
        />
      )}
      {!readable && (
        <noscript>
          <NoScriptPlate language={language} base={base} kind={isPage ? 'page' : 'part'} />
        </noscript>
      )}
    </>
  )
}
