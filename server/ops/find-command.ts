import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { signInCommands, type SignInCommand } from './sign-in-commands.ts'

export type Command = { readonly action: ActionName } | { readonly signIn: SignInCommand }

export const wordsOf = (name: string): string => name.replace('.', ' ')

/** Finds the typed command and the remaining arguments. Accepts the current name, also as one word, or the name before the registry. */
export function findCommand(argv: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const words of [2, 1]) {
    const typed = argv.slice(0, words).join(' ')
    const rest = argv.slice(words)
    const signIn = signInCommands.find(({ name }) => name === typed)
    if (signIn) return { command: { signIn }, rest }
    const action =
      actionNames.find((name) => name === typed || wordsOf(name) === typed) ??
      actionNames.find((name) => (operatorActions[name] as OperatorAction).was === typed)
    if (action) return { command: { action }, rest }
  }
  return undefined
}
