type Plan = {
  readonly formatted: readonly string[]
  readonly linted: readonly string[]
  readonly related: readonly string[]
  /**
   * Changed integration tests. Tests of changed sources are left to `npm test`, because nearly every source would
   * select all of them.
   */
  readonly integration: readonly string[]
  readonly types: { readonly server: boolean; readonly web: boolean }
}

const script = /\.(?:tsx?|mjs|js)$/
const frontEnd = /^(?:text|web|console|ui|simulators\/demo-wallet)\//

export function choosePlan(changed: readonly string[]): Plan {
  const scripts = changed.filter((name) => script.test(name))
  const typed = changed.filter((name) => /\.tsx?$|^tsconfig|^package(?:-lock)?\.json$/.test(name))
  return {
    formatted: changed.filter((name) => /\.(?:tsx?|mjs|js|json|css|md|ya?ml)$/.test(name)),
    linted: scripts,
    related: scripts.filter((name) => !name.startsWith('tests/')),
    integration: scripts.filter((name) => /^tests\/integration\/.*\.test\.ts$/.test(name)),
    types: {
      server: typed.some((name) => !frontEnd.test(name)),
      web: typed.some((name) => !/^(?:server|scripts|tests)\//.test(name)),
    },
  }
}
