import { writeGenerated } from './write-generated.ts'
import { writeEnvExample } from './write-env-example.ts'

/** Writes `.env.example` from the schema of the environment; `--check` only reports if it is stale. */
await writeGenerated('.env.example', writeEnvExample(), 'npm run env-example')
