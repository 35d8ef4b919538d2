import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { catalogue } from '#text/en/catalogue.ts'
import { worded, type Worded } from '#text/worded.ts'
import { wordsOf } from './find-command.ts'
import type { Described } from './help.ts'
import { explainOptions, usageOf } from './options.ts'
import { signInCommands } from './sign-in-commands.ts'

export const inEnglish = (name: ActionName): OperatorAction & Worded =>
  worded(name, operatorActions[name] as OperatorAction, catalogue)

export const described: readonly Described[] = [
  ...signInCommands.map(({ name, usage, summary }) => ({ name, usage, summary })),
  ...actionNames.map((name): Described => {
    const action = inEnglish(name)
    return {
      ...action,
      name: wordsOf(name),
      summary: action.about,
      usage: usageOf(action),
      options: explainOptions(action),
    }
  }),
]
