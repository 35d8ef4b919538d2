import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { chooseLanguage } from '#server/site/choose-language.ts'
import { themeCookie } from '#shared/console.ts'

type Chunk = { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }
type ConsoleManifest = Readonly<Record<string, Chunk>>
const entry = 'console/main.tsx'

export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  // The preview of a mailing is a form that posts to this origin. No other form can change anything, because it cannot
  // send the CSRF header.
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/**
 * Message for browsers that are too old; `console/base.css` shows it if the console has not started after a while.
 * `scripts/browser-floor` tests the versions that it names.
 */
const tooOld = {
  en: 'This browser is too old for the console: it needs Chrome or Edge 110, Firefox 121, Safari 17, or newer.',
  'zh-CN': '浏览器版本太旧，打不开管理后台。请用 Chrome 或 Edge 110、Firefox 121、Safari 17 或更新的版本。',
}

/** Brand of the console. `version`: name of the shop's look in the URLs of style sheets; null for the shipped look. */
export type ConsoleBrand = { readonly pictures: string | null; readonly version: string | null }

export async function readConsoleManifest(dist: string): Promise<ConsoleManifest> {
  const text = await readFile(path.join(dist, '.vite/manifest.json'), 'utf8').catch((error: unknown) => {
    throw new Error(`The console is not built: ${dist} is empty. Run "node scripts/build.ts".`, { cause: error })
  })
  return JSON.parse(text) as ConsoleManifest
}

export function consoleDocument(
  manifest: ConsoleManifest,
  headers: { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined },
  brand: ConsoleBrand,
): string {
  const language = chooseLanguage(null, headers.cookie, headers['accept-language'])
  const theme = new RegExp(`(?:^|; ?)${themeCookie}=(light|dark)(?:;|$)`).exec(headers.cookie ?? '')?.[1]
  const chunks = reached(manifest, entry)
  const styles = [...new Set(chunks.flatMap(({ css = [] }) => css))]
  const [main, ...others] = chunks.map(({ file }) => file)
  return [
    `<!doctype html><html lang="${language}"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><meta name="robots" content="noindex">',
    '<title>Console</title>',
    `<link rel="icon" href="${brand.pictures ?? ''}/mark.svg" type="image/svg+xml">`,
    ...styles.map((file) => styleLink(file, brand.version)),
    ...others.map((file) => `<link rel="modulepreload" href="/console/${file}">`),
    `<script type="module" src="/console/${main}"></script>`,
    `</head><body><div id="console"><p class="too-old">${tooOld[language]}</p></div>`,
    '<noscript><p>The console needs JavaScript. 管理后台需要启用 JavaScript。</p></noscript></body></html>',
  ].join('')
}

/**
 * Link to the style sheet, in the shop's own look if it has one. The second, disabled link loads nothing: it makes the
 * scripts believe that the shipped style sheet is present, so that they do not load it after the shop's.
 */
const styleLink = (file: string, version: string | null): string =>
  version === null
    ? `<link rel="stylesheet" href="/console/${file}">`
    : `<link rel="stylesheet" href="/console/${file}?look=${version}"><link rel="stylesheet" href="/console/${file}" disabled>`

function reached(manifest: ConsoleManifest, key: string, found = new Map<string, Chunk>()): Chunk[] {
  const chunk = manifest[key]
  if (chunk && !found.has(key)) {
    found.set(key, chunk)
    for (const other of chunk.imports ?? []) reached(manifest, other, found)
  }
  return [...found.values()]
}
