import { contentSecurityPolicy, cspHash } from '#server/site/security-headers.ts'
import type { RenderedPage } from '#shared/site.ts'

/** Relative path from a folder up to the root: 'en/clause/x' → '../../..'; '' → '.'. */
export const upFrom = (folder: string): string =>
  folder === ''
    ? '.'
    : folder
        .split('/')
        .map(() => '..')
        .join('/')

type Place = {
  readonly folder: string
  /** Origin of the account area, which is not part of an exported copy of the site. */
  readonly publicOrigin: string
  readonly apiHosts: readonly string[]
}

/**
 * Converts a rendered page to a file of an exported static copy. URLs of pages and files in the copy are relative, so
 * that it works on any host and path, and the content security policy is inside the page, because a static host sends
 * none.
 */
export function toMirrorPage({ html, script, style, frames }: RenderedPage, place: Place): string {
  const root = upFrom(place.folder)
  const css = relocate(style, root)
  const policy = contentSecurityPolicy({ script, style: css, frames, connects: [...place.apiHosts, 'https:'] })
    .split('; ')
    // Removes `frame-ancestors` from the policy, because it works only in a header.
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
      // Corrects the paths of scripts that the enhancer loads, which are relative to the enhancer's own folder.
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
