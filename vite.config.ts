import { Features } from 'lightningcss'
import react from '@vitejs/plugin-react'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** Replaces `web/client/call-traits.ts` with its value, so that no schema gets into a bundle. */
const callTraitsAsData: Plugin = {
  name: 'call-traits-as-data',
  async load(id) {
    if (!id.endsWith('/web/client/call-traits.ts')) return null
    const { callTraits } = (await import(pathToFileURL(id).href)) as typeof import('./web/client/call-traits.ts')
    return `export const callTraits = ${JSON.stringify(callTraits)}`
  },
}

/**
 * Replaces the two files of data about operator actions (`registry-data.ts`, `action-traits-data.ts`) with their
 * values, because the schemas of the actions are too large for a bundle.
 */
const registryAsData: Plugin = {
  name: 'registry-as-data',
  async load(id) {
    const name = /\/console\/client\/((?:registry|action-traits)-data)\.ts$/.exec(id)?.[1]
    if (!name) return null
    const { data } = (await import(pathToFileURL(id).href)) as { data: unknown }
    return `export const data = JSON.parse(${JSON.stringify(JSON.stringify(data))})`
  },
}

/** Options of both builds: browser scripts and renderer must use the same class names. */
export default defineConfig({
  appType: 'custom',
  plugins: [callTraitsAsData, registryAsData, react()],
  css: {
    transformer: 'lightningcss',
    lightningcss: { cssModules: { pattern: '[hash]_[local]' }, exclude: Features.LightDark },
  },
  experimental: {
    // Scripts name their files relative to themselves, so that a copy of the site works below any path.
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'js' ? { relative: true } : undefined),
  },
  build: {
    // Targets of old in-app browsers: no :has(), color-mix() or nesting may be left in the CSS. Scripts need no helpers
    // from these versions on.
    target: ['chrome91', 'safari15', 'firefox91'],
    cssTarget: ['chrome88', 'safari14.1', 'firefox88'],
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: true,
  },
})
