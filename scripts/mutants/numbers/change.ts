/** Where a number stands in the code, another one in its place, and the tests that must fail then. */
export type NumberMutant = {
  readonly what: string
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
  readonly project: 'unit' | 'integration'
  /** Arguments of vitest: a file, and maybe `-t` with a test's name. */
  readonly test: readonly string[]
}
type Tests = Pick<NumberMutant, 'project' | 'test'>
type Change = readonly [what: string, from: string, to: string]

export const unit = (file: string): Tests => ({ project: 'unit', test: [file] })
export const integration = (file: string, name: string): Tests => ({
  project: 'integration',
  test: [`tests/integration/${file}`, '-t', name],
})

/** Changes of one file that the same tests must notice. */
export const changes = (file: string, tests: Tests, list: readonly Change[]): NumberMutant[] =>
  list.map(([what, from, to]) => ({ what, file, from, to, ...tests }))
