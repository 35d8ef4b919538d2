import { existsSync, rmSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'
import { hasRoomInMemory, makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

const systemPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts a browser: only the one of `CHROMIUM_PATH` if it is set. Otherwise the one from npm, which is the same
 * everywhere, or the system's if npm's does not run (other CPU, missing library). Ends with this process at the
 * latest. `more`: additional arguments.
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const refusals: string[] = []
  // Folder for files that the browser leaves when it closes.
  const temporary = await makeTemporaryFolder('browser')
  const clean = () => rmSync(temporary, { recursive: true, force: true })
  // Shared memory in /dev/shm instead of on disk, Playwright's default for small containers, saves a tenth of the
  // browser's time.
  const ignoreDefaultArgs = (await hasRoomInMemory(2 ** 30)) ? ['--disable-dev-shm-usage'] : []
  for (const [origin, find] of candidates()) {
    try {
      const options = await find()
      if (!options) continue
      const env = { ...(options.env ?? process.env), TMPDIR: temporary }
      const browser = await chromium.launch({
        ...options,
        env,
        args: [...args, ...more],
        ignoreDefaultArgs,
        headless: true,
      })
      browser.once('disconnected', clean)
      // Playwright registered its own exit handler at launch, so the browser is closed first.
      process.once('exit', clean)
      return browser
    } catch (error) {
      refusals.push(`${origin}: ${error instanceof Error ? error.message.split('\n', 3).join(' ') : String(error)}`)
    }
  }
  clean()
  throw new Error(`No browser starts here; set CHROMIUM_PATH to a Chromium.\n${refusals.join('\n')}`)
}

/** Unpacks npm's browser once before several workers would do it at the same time. */
export async function unpackChromium(): Promise<void> {
  if (!process.env.CHROMIUM_PATH) await installedByNpm().catch(() => null)
}

type Find = () => Promise<LaunchOptions | null>
const at = (executablePath: string | undefined): LaunchOptions | null =>
  executablePath && existsSync(executablePath) ? { executablePath } : null

const candidates = (): [string, Find][] =>
  process.env.CHROMIUM_PATH
    ? [
        [
          'CHROMIUM_PATH',
          async () => at(process.env.CHROMIUM_PATH) ?? { executablePath: process.env.CHROMIUM_PATH ?? '' },
        ],
      ]
    : [['npm', installedByNpm], ...systemPlaces.map((place): [string, Find] => [place, async () => at(place)])]

/**
 * The package contains Chromium and libraries in compressed form. They are unpacked once per version into a separate
 * folder; the package's own location may contain partial or outdated files.
 */
async function installedByNpm(): Promise<LaunchOptions | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const manifest = findPackageJSON('@sparticuz/chromium', import.meta.url)
  if (!manifest) return null
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const folder = path.join(os.tmpdir(), `wayfare-chromium-${version}-${os.userInfo().uid}`)
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`
    await mkdir(partial, { recursive: true })
    await unpackInto(partial)
    // The folder is renamed atomically, so that nobody starts a partial browser. The slower of two parallel processes
    // deletes its copy.
    await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }))
  }
  const libraries = [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  // Uses the machine's fonts if there are any: the package has no Chinese ones.
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: path.join(folder, 'fonts') }
  const env = { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: libraries, ...fonts }
  return { executablePath: path.join(folder, 'chromium'), env }
}

/** Sets environment variables that the package reads, only during unpacking. */
async function unpackInto(folder: string): Promise<void> {
  const before = { ...process.env }
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' })
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}
