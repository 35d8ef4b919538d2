export type NumberMutant = {
  readonly what: string
  readonly file: string
  /** Text of the source to replace. It must occur exactly once in the file. */
  readonly from: string
  readonly to: string
  readonly project: 'unit' | 'integration'
  /** Arguments of vitest that must fail after the change: a file, optionally `-t` with a test title. */
  readonly test: readonly string[]
}
type Tests = Pick<NumberMutant, 'project' | 'test'>
type Change = readonly [what: string, from: string, to: string]

export const unit = (file: string): Tests => ({ project: 'unit', test: [file] })
export const integration = (file: string, name: string): Tests => ({
  project: 'integration',
  test: [`tests/integration/${file}`, '-t', name],
})

export const changes = (file: string, tests: Tests, list: readonly Change[]): NumberMutant[] =>
  list.map(([what, from, to]) => ({ what, file, from, to, ...tests }))
