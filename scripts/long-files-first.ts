import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They run for a minute or more, which their size does not tell. Left for the end, they have a core wait for them. */
export const longFiles = [
  'tests/e2e/accessibility.en.test.ts',
  'tests/e2e/accessibility.zh-cn.test.ts',
  'tests/e2e/profile-plates.test.ts',
  'tests/e2e/console/accessibility.test.ts',
  'tests/e2e/hostile-inputs.test.ts',
  'tests/integration/crypto/local-chain.test.ts',
  'tests/integration/accounts/guesses.test.ts',
  'tests/integration/payments/providers.amounts.test.ts',
]

/**
 * The runner's own order is by project, then by how long a file took, or by its size where that is not known, as in a fresh
 * clone. Here long files come before the others of their project in any case.
 */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not the one of arrays
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longFiles.some((file) => moduleId.endsWith(`/${file}`))
    const byProject = [...Map.groupBy(sorted, ({ project }) => project).values()]
    return byProject.flatMap((ofProject) => [...ofProject.filter(isLong), ...ofProject.filter((file) => !isLong(file))])
  }
}
