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
 * Starts a browser for the journeys. `CHROMIUM_PATH` wins; then the one that npm installed, the same on every machine; then
 * the system's, where npm's does not run (another processor, a missing library). It ends with this process, if not before. `more`: further arguments for it.
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const refusals: string[] = []
  // It leaves files in the temporary folder when it is closed.
  const temporary = await makeTemporaryFolder('browser')
  const clean = () => rmSync(temporary, { recursive: true, force: true })
  // Pictures and messages pass between its processes as files that live for a moment. Playwright has them made on disk, for containers
  // with a small memory for files, and that costs a tenth of all the browser does.
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
      // Playwright ends the browser when this process exits; it listens for that since the launch, and so does so first.
      process.once('exit', clean)
      return browser
    } catch (error) {
      refusals.push(`${origin}: ${error instanceof Error ? error.message.split('\n', 3).join(' ') : String(error)}`)
    }
  }
  clean()
  throw new Error(`No browser starts here; set CHROMIUM_PATH to a Chromium.\n${refusals.join('\n')}`)
}

/** Unpacks what npm installed before several workers ask for it at the same moment, and each would do so. */
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
 * The package brings Chromium and the libraries that a bare machine lacks, compressed. They are unpacked once per version
 * into a folder of their own: the package's own place, straight in the temporary folder, keeps a half-written or outdated one.
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
    // By rename, so that no one ever starts half a browser; the second one throws its own away.
    await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }))
  }
  const libraries = [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  // The machine's own fonts where it has some: the package's know no Chinese.
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: path.join(folder, 'fonts') }
  const env = { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: libraries, ...fonts }
  return { executablePath: path.join(folder, 'chromium'), env }
}

/** The package reads its target and its platform from the environment; it is given them for this moment only. */
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
