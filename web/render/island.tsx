import './no-script.css'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Due, IslandDefinition } from '#web/islands/define-island.ts'
import { JsonScript } from './json-script.tsx'
import { NoScriptPlate } from './no-script.tsx'
import { useRenderContext } from './page.ts'

/**
 * Puts an island on a page: its finished HTML, its props as JSON, and the addresses of its scripts, which the browser
 * loads once someone reaches for it, or right after the first paint where one of `load` holds.
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
   * Whose dates count from this ISO date, in `today` of its props: where it is another day, a plain script puts them right before
   * it runs, and says from which moment they count, in `cameAt`.
   */
  day?: string
  /** Has something to read before any script runs, or is not shown then: it stays. Any other gives way to a plate without scripts. */
  readable?: boolean
  /** The page has no heading but the island's: the plate in its place has one. */
  isPage?: boolean
}) {
  const { language, base, assets, islandTexts, islands } = useRenderContext()
  const t = islandTexts.get(of.name)?.[language] as T
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
      {!readable && (
        <noscript>
          <NoScriptPlate language={language} base={base} kind={isPage ? 'page' : 'part'} />
        </noscript>
      )}
    </>
  )
}
