import { contentSecurityPolicy, cspHash } from '#server/site/security-headers.ts'
import type { RenderedPage } from '#shared/site.ts'

/** '' for the folder itself, else as many steps up as the page lies deep: 'en/clause/x' → '../../..'. */
export const upFrom = (folder: string): string =>
  folder === ''
    ? '.'
    : folder
        .split('/')
        .map(() => '..')
        .join('/')

type Place = {
  /** Folder of the page below the root of the copy. */
  readonly folder: string
  /** Where the account area is: it is not part of a copy. */
  readonly publicOrigin: string
  readonly apiHosts: readonly string[]
}

/**
 * A rendered page as a file of a copy: every address relative, so that it works on any host and below any path, and its
 * policy inside, because a static host sends none.
 */
export function toMirrorPage({ html, script, style, frames }: RenderedPage, place: Place): string {
  const root = upFrom(place.folder)
  const css = relocate(style, root)
  const policy = contentSecurityPolicy({ script, style: css, frames, connects: [...place.apiHosts, 'https:'] })
    .split('; ')
    // A page cannot say this about itself; only a host can, in a header.
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join('; ')
  return (
    html
      .replace(style, () => css)
      .replaceAll(
        /\b(href|src)="(\/[^"]*)"/g,
        (_, name: string, address: string) => `${name}="${relink(address, root, place)}"`,
      )
      .replaceAll(
        /\bhref="(\.\.?(?:\/[^"#?]*)?)([#?][^"]*)?"/g,
        (_, path: string, rest = '') => `href="${asFolder(path)}${rest}"`,
      )
      // Scripts that the enhancer loads are named relative to itself: they lie in the same folder.
      .replaceAll(
        /\bdata-(scripts|page)="([^"]*)"/g,
        (_, name: string, list: string) => `data-${name}="${list.replaceAll('/assets/', './')}"`,
      )
      .replace(
        '<meta charset="utf-8">',
        `<meta charset="utf-8"><meta http-equiv="content-security-policy" content="${policy}">`,
      )
  )
}

const relocate = (css: string, root: string) => css.replaceAll(/url\((["']?)\/assets\//g, `url($1${root}/assets/`)
const isFile = (path: string) => /\.\w+$/.test(path)
const asFolder = (path: string) => (path.endsWith('/') || isFile(path) ? path : `${path}/`)

function relink(address: string, root: string, { publicOrigin }: Place): string {
  const [, path = '', rest = ''] = /^([^#?]*)(.*)$/.exec(address) ?? []
  if (/^\/user(?:\/|$)/.test(path)) return `${publicOrigin}${address}`
  return `${asFolder(`${root}${path === '/' ? '' : path}`)}${rest}`
}

/** The first page of a copy: goes on to the home page in the visitor's language. */
export function entryPage(languages: readonly string[]): string {
  const script = `var l;try{l=localStorage.getItem('language')}catch(_){}location.replace((l=='en'||l=='zh-CN'?l:/en/i.test(navigator.language)?'en':'zh-CN')+'/'+location.search+location.hash)`
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; script-src ${cspHash(script)}"><title>…</title><script>${script}</script></head><body>${languages.map((language) => `<p><a href="${language}/">${language === 'en' ? 'English' : '中文'}</a></p>`).join('')}</body></html>`
}
