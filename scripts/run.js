import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'

/**
 * `run.js main|worker|ops|export|start …`: runs a built program. `ops` (operator commands) runs from source unless APP_ENV=PROD.
 * `start` is TypeScript, but this file is JavaScript: with all TypeScript in the compile cache, Node never loads its
 * compiler, which takes a tenth of a second.
 */
const [name] = process.argv.splice(2, 1)
const built = new URL(`../dist/server/${name}.js`, import.meta.url)
if (name === 'start') {
  enableCompileCache()
  await import('./start.ts')
} else if (name === 'ops' && process.env.APP_ENV !== 'PROD') {
  enableCompileCache()
  await import('../server/ops/main.ts')
} else if (existsSync(built)) await import(built.href)
else {
  console.error(`Nothing is built: ${built.pathname} is missing. Run "npm run build".`)
  process.exitCode = 1
}
