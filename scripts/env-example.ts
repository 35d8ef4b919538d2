import { keepFresh } from './keep-fresh.ts'
import { writeEnvExample } from './write-env-example.ts'

/** Writes `.env.example` from the description of the environment; with `--check` only says whether it is fresh. */
await keepFresh('.env.example', writeEnvExample(), 'npm run env-example')
