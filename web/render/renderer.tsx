import '#ui/tokens.css'
import '#ui/base.css'
import '#ui/button.css'
import './shell.css'
import type { Language } from '#shared/language.ts'
import { recolour } from '#shared/brand-look.ts'
import type { CreateRenderer, RenderedPage, RenderRequest, SiteData } from '#shared/site.ts'
import { definedIslands } from '#web/islands/define-island.ts'
import { brandPicture } from './brand-pictures.ts'
import { chatOf, renderDocument } from './document.tsx'
import { drawGroupPicture } from './group-picture.ts'
import { headScriptOf } from './head-script.ts'
import type { Page } from './page.ts'
import { createMatcher } from './match-path.ts'

type NamedPage = { readonly name: string; readonly page: Page<unknown> }

/** Loads all pages and catalogues once, so that rendering is synchronous. */
export const createRenderer: CreateRenderer = async (assets) => {
  const files = import.meta.glob<{ default: Page<unknown> }>('../pages/*.tsx')
  const pages = await Promise.all(
    Object.entries(files).map(async ([file, load]): Promise<NamedPage> => {
      return { name: file.replace(/^.*\/|\.tsx$/g, ''), page: (await load()).default }
    }),
  )
  const islandTexts = new Map<string, Record<Language, unknown>>()
  for (const { name, texts } of definedIslands) {
    const [en, zh] = await Promise.all([texts.en(), texts['zh-CN']()])
    islandTexts.set(name, { en: en.default, 'zh-CN': zh.default })
  }

  const matchPath = createMatcher(pages.flatMap((named) => named.page.paths.map((path) => [path, named] as const)))
  const moved = new Map(pages.flatMap(({ page }) => Object.entries(page.moved ?? {})))
  /** Finds the page for a path. `path` in the result: cache key shared by all URLs of the same page. */
  const find = (path: string, data: SiteData): { readonly path: string; readonly named: NamedPage } | null => {
    const named = matchPath(path)
    if (!named?.page.instances || named.page.instances(data).includes(path)) return named && { path, named }
    const { paths, missing } = named.page
    return missing === undefined ? null : { path: paths[0] ?? path, named: special(missing) }
  }
  const special = (name: string): NamedPage => {
    const found = pages.find((named) => named.name === name)
    if (!found) throw new Error(`web/pages/${name}.tsx is missing`)
    return found
  }
  const notFound = special('not-found')
  const failure = special('failure')
  const needsScript = special('needs-script')
  const closed = special('closed')
  const [groupLink, noGroup] = [special('group-link'), special('no-group')]

  function render({ name, page }: NamedPage, request: RenderRequest): RenderedPage {
    const { campaign } = request.data
    const css = [assets.styles[''], assets.styles[name], page.account ? assets.account?.css : ''].join('')
    const style = recolour(css, request.data.look)
    const html = renderDocument({ page, request, assets, islandTexts, style })
    const chat = chatOf(page, request.data)
    const called = page.connects?.(request.data) ?? []
    return {
      status: page.status ?? 200,
      html,
      script: headScriptOf(page),
      style,
      frames: chat ? [new URL(chat.url).origin] : [],
      connects: [
        ...(campaign?.marketingOrigin ? [campaign.marketingOrigin] : []),
        ...called.map((url) => new URL(url).origin),
      ],
    }
  }

  return {
    match: (path, data) => {
      const movedTo = moved.get(path) ?? null
      const asked = movedTo ?? path
      const found = find(asked, data)
      if (!found) return null
      // The account area does its routing in the browser, so all paths below its sections get the same document.
      const { account, paths, instances } = found.named.page
      const isNamed = paths.includes(found.path)
      const hasToken = !account && !instances && !isNamed && found.path === asked
      return { path: account && !isNamed ? '/user' : found.path, prefixable: !account, movedTo, hasToken }
    },
    addresses: (data) =>
      pages.flatMap(({ page }) =>
        page.noindex ? [] : (page.instances?.(data) ?? page.paths.filter((path) => !/[:*]/.test(path))),
      ),
    render: (request) => {
      if (request.group !== undefined) return render(request.group ? groupLink : noGroup, request)
      return render(find(request.path, request.data)?.named ?? notFound, request)
    },
    groupPicture: drawGroupPicture,
    brandPicture,
    renderError: (request) => render(failure, request),
    renderNeedsScript: (request) => render(needsScript, request),
    renderClosed: (request) => render(closed, request),
  }
}
