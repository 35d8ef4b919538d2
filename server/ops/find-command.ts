import { actionNames, type ActionName } from '#shared/contract/operator.ts'
import { signInCommands, type SignInCommand } from './sign-in-commands.ts'

export type Command = { readonly action: ActionName } | { readonly signIn: SignInCommand }

export const wordsOf = (name: string): string => name.replace('.', ' ')

export function findCommand(argv: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const words of [2, 1]) {
    const typed = argv.slice(0, words).join(' ')
    const rest = argv.slice(words)
    const signIn = signInCommands.find(({ name }) => name === typed)
    if (signIn) return { command: { signIn }, rest }
    const action = actionNames.find((name) => name === typed || wordsOf(name) === typed)
    if (action) return { command: { action }, rest }
  }
  return undefined
}
