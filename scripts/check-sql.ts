import { glob, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type ts from 'typescript'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import * as owners from '#server/db/owners.ts'
import { compareStatement } from './sql-check/compare.ts'
import { describeStatement } from './sql-check/describe-statement.ts'
import { findReferences, prepareToFind } from './sql-check/find-references.ts'
import { createProgram, findStatements } from './sql-check/find-statements.ts'
import { judgeReferences, judgeSchema, moduleOf, type Owners } from './sql-check/judge-owners.ts'
import { judgeViews } from './sql-check/judge-views.ts'
import { readSchema } from './sql-check/read-schema.ts'
import { makeFolderInMemory } from './temporary-folder.ts'

/**
 * Checks every `sql` template against a migrated database, with the application's role: the statement must be valid and
 * permitted, its row type and parameters must match PostgreSQL's, and it may only use tables of its module.
 */
export async function checkSql(
  program: ts.Program,
  connection: pg.ClientConfig,
): Promise<{ statements: number; problems: string[] }> {
  const client = new pg.Client({ ...connection, options: '-c role=wayfare_app' })
  const finder = new pg.Client(connection)
  await client.connect()
  await finder.connect()
  await prepareToFind(finder)
  try {
    const problems: string[] = []
    const statements = findStatements(program)
    for (const statement of statements) {
      try {
        const described = await describeStatement(client, statement.text)
        for (const problem of compareStatement(program.getTypeChecker(), statement, described))
          problems.push(`${statement.place} ${problem}`)
        for (const problem of judgeReferences(
          owners,
          moduleOf(statement.place),
          await findReferences(finder, statement.text),
        ))
          problems.push(`${statement.place} ${problem}`)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error
        problems.push(`${statement.place} PostgreSQL refuses it: ${error.message}`)
      }
    }
    return { statements: statements.length, problems }
  } finally {
    await client.end()
    await finder.end()
  }
}

/** Checks the declared table owners against the schema, and that views and functions use only their owner's tables. */
export async function checkOwners(connection: pg.ClientConfig, listed: Owners = owners): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await prepareToFind(client)
    return judgeSchema(listed, await readSchema(client))
  } finally {
    await client.end()
  }
}

async function checkEverything(): Promise<void> {
  const folder = await makeFolderInMemory('sql')
  const server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), settings: ['fsync=off'] })
  try {
    const connection = server.connection as pg.ClientConfig
    await migrate(connection)
    const files = await Array.fromAsync(
      glob('{server,simulators}/**/*.{repo,queries}.ts', { cwd: path.join(import.meta.dirname, '..') }),
    )
    const { statements, problems } = await checkSql(createProgram(files), connection)
    problems.push(...(await checkOwners(connection)), ...(await judgeViews()))
    for (const problem of problems) console.error(problem)
    console.log(`${statements} SQL statements in ${files.length} files, ${problems.length} problems`)
    // A run that finds no SQL statement fails too, because then the search itself is broken.
    if (problems.length > 0 || statements === 0) process.exitCode = 1
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await checkEverything()
