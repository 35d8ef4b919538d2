import { glob, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type ts from 'typescript'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { compareStatement } from './sql-check/compare.ts'
import { describeStatement } from './sql-check/describe-statement.ts'
import { createProgram, findStatements } from './sql-check/find-statements.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/**
 * Holds every `sql` template of the program against a migrated database, as the application's own role: the statement
 * must be valid and permitted, and its row type and parameters must be what PostgreSQL says they are.
 */
export async function checkSql(
  program: ts.Program,
  connection: pg.ClientConfig,
): Promise<{ statements: number; problems: string[] }> {
  const client = new pg.Client({ ...connection, options: '-c role=wayfare_app' })
  await client.connect()
  try {
    const problems: string[] = []
    const statements = findStatements(program)
    for (const statement of statements) {
      try {
        const described = await describeStatement(client, statement.text)
        for (const problem of compareStatement(program.getTypeChecker(), statement, described))
          problems.push(`${statement.place} ${problem}`)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error
        problems.push(`${statement.place} PostgreSQL refuses it: ${error.message}`)
      }
    }
    return { statements: statements.length, problems }
  } finally {
    await client.end()
  }
}

async function checkEverything(): Promise<void> {
  const folder = await makeTemporaryFolder('sql')
  const server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), settings: ['fsync=off'] })
  try {
    const connection = server.connection as pg.ClientConfig
    await migrate(connection)
    const files = await Array.fromAsync(
      glob('{server,simulators}/**/*.{repo,queries}.ts', { cwd: path.join(import.meta.dirname, '..') }),
    )
    const { statements, problems } = await checkSql(createProgram(files), connection)
    for (const problem of problems) console.error(problem)
    console.log(`${statements} SQL statements in ${files.length} files, ${problems.length} problems`)
    // None found would mean that the search is broken, not that all is well.
    if (problems.length > 0 || statements === 0) process.exitCode = 1
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await checkEverything()
