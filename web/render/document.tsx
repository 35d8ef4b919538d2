import { renderToStaticMarkup } from 'react-dom/server'
import { lookPath } from '#shared/console.ts'
import { languages, type Language } from '#shared/language.ts'
import { withOwnWords } from '#shared/own-words.ts'
import {
  pageDataId,
  type PageData,
  type RenderRequest,
  type SiteAssets,
  type SiteChat,
  type SiteData,
  type SiteStage,
} from '#shared/site.ts'
import en from '#text/en/site/preview-banner.ts'
import zh from '#text/zh-CN/site/preview-banner.ts'
import { ownWordsOf } from '#text/page-texts.ts'
import { headScriptOf } from './head-script.ts'
import { escapeHtml } from './html.ts'
import { JsonScript } from './json-script.tsx'
import { renderPreview } from './link-preview.ts'
import { brandAddress, linkPictureName } from './brand-pictures.ts'
import { defaultPicture } from './link-pictures.ts'
import { NoScriptStrip, OldBrowserStrip } from './no-script.tsx'
import { RenderContext, type Page, type PageProps } from './page.ts'
import { breadcrumbs } from './schema.ts'
import { BareShell } from './bare-shell.tsx'
import { IslandError, Shell } from './shell.tsx'

const stageTexts = { en, 'zh-CN': zh }

type DocumentParts = {
  readonly page: Page<unknown>
  readonly request: RenderRequest
  readonly assets: SiteAssets
  readonly islandTexts: RenderContext['islandTexts']
  readonly style: string
}

export function renderDocument({ page, request, assets, islandTexts, style }: DocumentParts): string {
  const { language, prefixed, data, path, today, requestId, group } = request
  const prefix = prefixed ? `/${language}` : ''
  const base = request.mirror?.base ?? prefix
  const own = page.catalogue ? ownWordsOf(page.catalogue, data.pageTexts, language, data.brand[language]) : null
  const t = own ? withOwnWords(page.texts[language], own) : page.texts[language]
  const props: PageProps<unknown> = { t, language, data, base, prefix, path, today, requestId, group }
  const context: RenderContext = { data, language, base, assets, islandTexts, islands: new Set() }
  const Content = page.component

  // Renders the content first, because the frame of the page depends on the islands in it.
  const content = renderToStaticMarkup(
    <RenderContext value={context}>
      <Content {...props} />
    </RenderContext>,
  )
  const runs = page.account === true || context.islands.size > 0
  const frame = {
    ...props,
    content,
    notice: (
      <>
        {data.stage && <StageNotice stage={data.stage} language={language} />}
        {data.notice && <SiteNotice text={data.notice[language]} />}
        {runs && !request.still && <NoScriptStrip language={language} />}
        {runs && !request.still && <OldBrowserStrip language={language} />}
      </>
    ),
  }
  const body = renderToStaticMarkup(
    page.shell === 'bare' ? (
      <BareShell {...frame} isClosed={page.status === 503} />
    ) : (
      <Shell {...frame} prefixable={!page.account} />
    ),
  )
  if (request.still)
    return (
      `<!doctype html><html lang="${language}" data-theme="light"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(page.head(props).title)}</title>` +
      `<style>${style}</style></head><body>${body}</body></html>`
    )
  const signs = page.prefetches || page.account || context.islands.size > 0
  // True if the page needs its JSON data. The header's logout button makes an unsigned call, so all pages with a header
  // need it.
  const needsData = signs || page.shell !== 'bare'
  const pageData: PageData = {
    language,
    brand: data.brand[language],
    base,
    apiPrefix: data.apiPrefix,
    ...(signs && { signingKey: data.signingKey }),
    // Pages about one order link to a support message about it, so they must know whether the shop has its own inbox.
    ...((page.account || page.linkedBy?.includes('?order')) && data.supportInbox && { supportInbox: true }),
    ...(request.mirror && { mirror: request.mirror.api }),
  }
  const tail = renderToStaticMarkup(
    <>
      {context.islands.size > 0 && <IslandError language={language} />}
      {needsData && <JsonScript id={pageDataId} value={pageData} />}
    </>,
  )
  const accountScripts = page.account ? (assets.account?.scripts ?? []) : []
  const scripts = accountScripts.map((src, index) =>
    index === 0 ? `<script type="module" src="${src}"></script>` : `<link rel="modulepreload" href="${src}">`,
  )
  const blank = data.adsCrawlers.length > 0 ? ` data-blank="${escapeHtml(data.adsCrawlers.join('|'))}"` : ''
  return (
    `<!doctype html><html lang="${language}" data-theme="light"${prefixed ? '' : ' data-neutral'}${blank} data-old><head><meta charset="utf-8">` +
    // The head script must come before anything that loads, because the URL may hold a login code that must not leak.
    `<script>${headScriptOf(page)}</script>${renderHead(page, props)}` +
    `<link rel="preload" href="${assets.font}" as="font" crossorigin><style>${style}</style>` +
    `${enhancerTag(page, request, assets)}${scripts.join('')}</head><body>${body}${tail}</body></html>`
  )
}

export const chatOf = (page: Page<unknown>, data: SiteData): SiteChat | null =>
  page.account || page.chat === 'never' ? null : data.chat

/**
 * Link element from which the head script imports the enhancer after the first paint; `dns-prefetch` makes no browser
 * download it. Loading it earlier would compete for bandwidth and delay the largest text by a tenth. In the account
 * area, which shows nothing before scripts run, it is loaded first and can report errors of the other scripts.
 */
const enhancerTag = (page: Page<unknown>, request: RenderRequest, assets: SiteAssets): string =>
  `<link rel="dns-prefetch" id="enhancer" href="${assets.enhancer}"${enhancerOptions(page, request, assets)}>` +
  (page.account ? `<script type="module" src="${assets.enhancer}"></script>` : '')

function enhancerOptions(page: Page<unknown>, { data, mirror }: RenderRequest, assets: SiteAssets): string {
  const { campaign } = data
  const own = typeof page.script === 'function' ? page.script(data) : page.script
  const chat = chatOf(page, data)
  const options: Record<string, string | boolean | null | undefined> = {
    page: own && assets.extras[own],
    // Errors are not reported from a mirror, because it has no server to report to.
    errors: data.environment === 'PROD' && !mirror,
    prefetch: page.prefetches,
    parameters: campaign?.parameters.join('|'),
    days: campaign?.days.toString(),
    asks: campaign?.asks && 'yes',
    domain: campaign?.cookieDomain,
    // '.' means this host. A mirror, which has no server, reports visits only to a separate marketing host.
    marketing: campaign && (campaign.marketingOrigin ?? (mirror ? undefined : '.')),
    'chat-url': chat?.url,
    'chat-hosts': chat?.hosts.join(' '),
  }
  return Object.entries(options)
    .map(([name, value]) => (value ? ` data-${name}${value === true ? '' : `="${escapeHtml(value)}"`}` : ''))
    .join('')
}

function renderHead(page: Page<unknown>, props: PageProps<unknown>): string {
  const { data, language, prefix: own, path } = props
  const { title, description, preview } = page.head(props)
  const things = page.schema?.(props) ?? []
  const meta = [
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="icon" href="${brandAddress(data, 'mark.svg')}">`,
    `<meta name="theme-color" content="${data.look.main}"><link rel="apple-touch-icon" href="${brandAddress(data, 'icon-180.png')}">`,
    `<link rel="manifest" href="/manifest-${language}.webmanifest">`,
  ]
  if (page.noindex) {
    const shared = preview ? renderPreview(preview, description, props) : ''
    return `${meta.join('')}<meta name="robots" content="noindex">${shared}`
  }

  const origin = escapeHtml(data.publicOrigin)
  const plain = path === '/' ? '' : escapeHtml(path)
  const address = (prefix: string) => `${origin}${prefix}${plain}` + (prefix + plain === '' ? '/' : '')
  return [
    ...meta,
    `<link rel="canonical" href="${address(own)}">`,
    ...languages.map((each) => `<link rel="alternate" hreflang="${each}" href="${address(`/${each}`)}">`),
    `<link rel="alternate" hreflang="x-default" href="${address('')}">`,
    `<meta property="og:title" content="${escapeHtml(title)}"><meta property="og:description" content="${escapeHtml(description)}">`,
    `<meta property="og:type" content="website"><meta property="og:url" content="${address(own)}">`,
    `<meta property="og:site_name" content="${escapeHtml(data.brand[language])}">`,
    `<meta property="og:image" content="${origin}${brandAddress(data, linkPictureName(page.picture ?? defaultPicture, language))}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    renderSchema(things.length > 0 ? things : breadcrumbs(props, title)),
  ].join('')
}

/** JSON-LD is data, so the content security policy does not treat it as a script. */
const renderSchema = (things: readonly object[]): string =>
  things.length === 0
    ? ''
    : `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', String.raw`\u003c`)}</script>`

/**
 * Notice for operators who preview the site: how these pages differ from those of visitors, and how to leave the
 * preview.
 */
const StageNotice = ({ stage, language }: { readonly stage: SiteStage; readonly language: Language }) => (
  <p className="page" role="status">
    <b>{stageTexts[language][stage]}</b>{' '}
    <a className="link" href={lookPath} rel="nofollow">
      {stageTexts[language].leave}
    </a>
  </p>
)

/** Notice that the operator shows on every page. Unstyled, to keep every page small. */
const SiteNotice = ({ text }: { readonly text: string }) => (
  <p className="page" role="status">
    <b>{text}</b>
  </p>
)
