import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { apiPrefix } from '#shared/api-values.ts'
import { contract } from '#shared/contract/customer.ts'
import { marketingCalls } from '#shared/contract/marketing.ts'
import { buildOperatorOpenApi } from '#shared/contract/operator-api.ts'
import { buildOpenApi } from '#shared/contract/openapi.ts'
import { writeEnvExample } from './docs/env-example.ts'
import { describeActions } from './docs/operator-actions.ts'
import { describePromises } from './docs/promises.ts'

/** Documents that are generated from the code, by name. Of these, only `.env.example` is kept in the repository. */
const documents: Readonly<Record<string, () => string | Promise<string>>> = {
  'env-example': () => writeEnvExample(),
  openapi: () => `${JSON.stringify(buildOpenApi(contract, apiPrefix('PROD'), marketingCalls), null, 2)}\n`,
  'operator-api': () => `${JSON.stringify(buildOperatorOpenApi(), null, 2)}\n`,
  'operator-actions': describeActions,
  promises: describePromises,
}
const usage = `npm run docs -- NAME [--out FILE]

Prints a document that follows from the code, or writes it to a file.
  env-example       every setting, as in .env.example
  openapi           the calls of the API
  operator-api      the read-only calls for the operator's own systems
  operator-actions  what operators can do, with all options
  promises          what the tests prove`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, help: { type: 'boolean', default: false } },
})
const make = documents[positionals[0] ?? '']
if (values.help || !make) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const text = await make()
  // npm runs scripts in the package's folder, but a relative path means the folder where npm was called.
  if (values.out) await writeFile(path.resolve(process.env.INIT_CWD ?? '', values.out), text)
  else process.stdout.write(text)
}
