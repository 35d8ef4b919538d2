import { contentSecurityPolicy, cspHash } from '#server/site/security-headers.ts'
import type { RenderedPage } from '#shared/site.ts'

/** Relative path from a folder to the root: 'en/clause/x' → '../../..'; '' → '.'. */
export const upFrom = (folder: string): string =>
  folder === ''
    ? '.'
    : folder
        .split('/')
        .map(() => '..')
        .join('/')

type Place = {
  readonly folder: string
  /** Origin of the account area, which is not part of a copy. */
  readonly publicOrigin: string
  readonly apiHosts: readonly string[]
}

/**
 * Converts a rendered page to a file of a static copy: all URLs are relative, so it works on any host and path, and the
 * policy is inside, because a static host sends none.
 */
export function toMirrorPage({ html, script, style, frames }: RenderedPage, place: Place): string {
  const root = upFrom(place.folder)
  const css = relocate(style, root)
  const policy = contentSecurityPolicy({ script, style: css, frames, connects: [...place.apiHosts, 'https:'] })
    .split('; ')
    // `frame-ancestors` works only in a header, so it is removed from the page.
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
      // Scripts loaded by the enhancer are in its own folder.
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

export function entryPage(languages: readonly string[]): string {
  const script = `var l;try{l=localStorage.getItem('language')}catch(_){}location.replace((l=='en'||l=='zh-CN'?l:/en/i.test(navigator.language)?'en':'zh-CN')+'/'+location.search+location.hash)`
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; script-src ${cspHash(script)}"><title>…</title><script>${script}</script></head><body>${languages.map((language) => `<p><a href="${language}/">${language === 'en' ? 'English' : '中文'}</a></p>`).join('')}</body></html>`
}
