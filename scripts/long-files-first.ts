import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that run for a minute or more although they are small. Started last, they would keep one core busy alone.
 */
export const longFiles = [
  'tests/e2e/accessibility.en.test.ts',
  'tests/e2e/accessibility.zh-cn.test.ts',
  'tests/e2e/profile-plates.test.ts',
  'tests/e2e/console/accessibility.test.ts',
  'tests/e2e/console/roles.test.ts',
  'tests/e2e/hostile-inputs.test.ts',
  'tests/integration/crypto/local-chain.test.ts',
  'tests/integration/site/two-brands.test.ts',
  'tests/integration/payments/providers.amounts.test.ts',
]

/**
 * Starts long test files first within their project. By default Vitest sorts files by their last duration, or by size
 * in a fresh clone.
 */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- calls the sequencer's own method, not that of arrays
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longFiles.some((file) => moduleId.endsWith(`/${file}`))
    const byProject = [...Map.groupBy(sorted, ({ project }) => project).values()]
    return byProject.flatMap((ofProject) => [...ofProject.filter(isLong), ...ofProject.filter((file) => !isLong(file))])
  }
}
