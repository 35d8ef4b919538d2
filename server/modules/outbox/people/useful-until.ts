import { isReminder, type PersonMessage } from './people-messages.rules.ts'

const day = 86_400_000

/** Until when a reminder is worth sending; null: what is told counts whenever it arrives. */
export function usefulUntil(message: PersonMessage): Date | null {
  const { template, facts } = message
  if (template === 'expired') return new Date(new Date(facts.endsAt).getTime() + 3 * day)
  return isReminder(template) && 'endsAt' in facts ? new Date(facts.endsAt) : null
}
