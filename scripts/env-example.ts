import { writeGenerated } from './write-generated.ts'
import { writeEnvExample } from './write-env-example.ts'

/** Writes `.env.example` from the description of the environment; with `--check` only says whether it is fresh. */
await writeGenerated('.env.example', writeEnvExample(), 'npm run env-example')
