import { apiPrefix } from '#shared/codes.ts'
import { contract } from '#shared/contract/customer.ts'
import { marketingCalls } from '#shared/contract/marketing.ts'
import { buildOpenApi } from '#shared/contract/openapi.ts'
import { writeGenerated } from './write-generated.ts'

/** Writes `docs/openapi.json` from the contract; `--check` only reports if it is stale. */
const document = buildOpenApi(contract, apiPrefix('PROD'), marketingCalls)
await writeGenerated('docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`, 'npm run openapi')
