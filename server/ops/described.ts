import { actionNames, operatorActions } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { wordsOf } from './find-command.ts'
import type { Described } from './help.rules.ts'
import { explainOptions, usageOf } from './options.ts'
import { signInCommands } from './sign-in-commands.ts'

export const described: readonly Described[] = [
  ...signInCommands.map(({ name, usage, summary }) => ({ name, usage, summary })),
  ...actionNames.map((name): Described => {
    const action: OperatorAction = operatorActions[name]
    return {
      ...action,
      name: wordsOf(name),
      usage: usageOf(action),
      options: explainOptions(action),
    }
  }),
]
