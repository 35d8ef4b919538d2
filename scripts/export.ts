import { access, constants, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { languages } from '#shared/language.ts'
import type { MirrorApi } from '#shared/mirror.ts'
import { downloadCode } from '#shared/site.ts'
import { ensureDataDir, openStore } from '#server/db/open-store.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { loadConnections } from '#server/workflows/connections/load-connections.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { describeWriteFault, fromCaller } from '#server/platform/caller-folder.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { distFolder } from '#server/site/create-site-routes.ts'
import { siteDays } from '#server/site/page-cache.ts'
import { siteFile } from '#server/site/site-files.ts'
import { loadSiteBuild } from '#server/site/site-build.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { brandAddress } from '#web/render/brand-pictures.ts'
import { drawPictures } from './draw-pictures.ts'
import { entryPage, toMirrorPage, upFrom } from './mirror-page.ts'

const usage = `wayfare export --out FOLDER [--api https://a.example,https://b.example]   (in a checkout: npm run export -- …)

Writes the public site as static files that work from any host and below any path. They find the API through the hosts
of --api, or those of the setting "mirrors", or else through PUBLIC_ORIGIN.`

const { values } = parseArgs({
  options: { out: { type: 'string' }, api: { type: 'string' }, help: { type: 'boolean' } },
})
if (values.help || !values.out) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}
const out = fromCaller(values.out)
const present = await readdir(out).catch((): string[] => [])
if (present.length > 0 && !present.includes('manifest-en.webmanifest'))
  throw new Error(`${out} holds something else; name an empty folder.`)

const config = readConfig()
ensureDataDir(config.dataDir)
try {
  await mkdir(out, { recursive: true })
  await access(out, constants.W_OK)
} catch (error) {
  console.error(describeWriteFault(out, config.dataDir, error))
  process.exit(1)
}
const store = await openStore(config, createLog(config.environment, 'warn'), 'command')
try {
  await loadConnections(store.database, config)
  const [current, { mirrors }] = await Promise.all([
    loadSiteData(store.database, config, createPayments(config).offers),
    readSettings(store.database),
  ])
  if (!current.isOpen)
    throw new Error(
      'The shop is closed to visitors. Open it in the console, under System › Settings, before copies are made.',
    )
  // Leaves out the load of servers, because exported pages are static and it would be outdated.
  const data = { ...current, places: current.places.map((place) => ({ ...place, load: null })) }
  const given = values.api?.split(',').map((host) => new URL(host).origin)
  const hosts = given ?? (mirrors.hosts.length > 0 ? mirrors.hosts : [config.publicOrigin])
  const api: MirrorApi = { hosts, manifestUrls: mirrors.manifestUrls, manifestKey: mirrors.manifestKey }
  const { renderer } = await loadSiteBuild(distFolder, {})
  // Empties the folder and keeps it, because its parent may belong to somebody else.
  for (const name of await readdir(out)) await rm(path.join(out, name), { recursive: true, force: true })
  await cp(path.join(distFolder, 'client'), out, {
    recursive: true,
    filter: (file) => !/\.(?:br|gz)$|\/\.vite|speculation-rules\.json$|build\.txt$/.test(file.replaceAll('\\', '/')),
  })
  const days = siteDays(new Date())
  const write = async (file: string, text: string | Uint8Array) => {
    await mkdir(path.dirname(path.join(out, file)), { recursive: true })
    await writeFile(path.join(out, file), text)
  }
  let pages = 0
  // Pages that search engines do not list but visitors of an exported copy need.
  const payPages = data.goods.map(({ id }) => `/crypto-pay/${id}`)
  const addresses = [...new Set([...renderer.addresses(data), '/resetpassword', '/purchased', ...payPages])]
  for (const language of languages) {
    for (const address of addresses) {
      const folder = `${language}${address === '/' ? '' : address}`
      const base = upFrom(folder.split('/').slice(1).join('/'))
      const page = renderer.render({
        path: address,
        language,
        prefixed: true,
        data,
        today: days[language],
        mirror: { base, api },
      })
      await write(
        `${folder}/index.html`,
        toMirrorPage(page, { folder, publicOrigin: config.publicOrigin, apiHosts: hosts }),
      )
      pages += 1
    }
    const icons = [192, 512].map((size) => ({
      src: brandAddress(data, `icon-${size}.png`).slice(1),
      sizes: `${size}x${size}`,
      type: 'image/png',
    }))
    const manifest = { name: data.brand[language], lang: language, start_url: './', display: 'browser', icons }
    await write(`manifest-${language}.webmanifest`, JSON.stringify(manifest))
  }
  for (const file of [downloadCode, '/canary.txt', '/canary.txt.sig', '/canary-key.pem']) {
    const made = siteFile(file, data, days.en, () => [])
    if (made) await write(file.slice(1), made.text)
  }
  if (data.pictures !== null) {
    const fonts = ['latin.ttf', 'chinese.ttf'].map((name) => path.join(distFolder, 'render/fonts', name))
    // Writes the pictures under the fixed file names too, in place of the shipped ones.
    for (const folder of [out, path.join(out, data.pictures)]) await drawPictures(folder, fonts, data)
  }
  await write('index.html', entryPage(languages))
  await write('robots.txt', 'User-agent: *\nDisallow: /\n')
  console.log(`${pages} pages and their files are in ${out}; the API is looked for at ${hosts.join(', ')}.`)
} finally {
  await store.close()
}
