import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { apiPrefix } from '#shared/codes.ts'
import { contract } from '#shared/contract/customer.ts'
import { marketingCalls } from '#shared/contract/marketing.ts'
import { buildOpenApi } from '#shared/contract/openapi.ts'

/** Writes `docs/openapi.json` from the contract; with `--check` only says whether it is fresh. */
const file = path.join(import.meta.dirname, '../docs/openapi.json')
const wanted = `${JSON.stringify(buildOpenApi(contract, apiPrefix('PROD'), marketingCalls), null, 2)}\n`
const current = await readFile(file, 'utf8').catch(() => '')

if (process.argv.includes('--check')) {
  if (current !== wanted) {
    console.error('docs/openapi.json is stale: run `npm run openapi` and commit it.')
    process.exitCode = 1
  }
} else if (current !== wanted) {
  await writeFile(file, wanted)
  console.log('docs/openapi.json written')
}
