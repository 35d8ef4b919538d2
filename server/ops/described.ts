import { actionNames } from '#shared/contract/operator.ts'
import { wordsOf } from './find-command.ts'
import type { Described } from './help.rules.ts'
import { inEnglish } from './in-english.ts'
import { explainOptions, usageOf } from './options.ts'
import { signInCommands } from './sign-in-commands.ts'

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
