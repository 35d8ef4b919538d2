import { shortestAnswers } from '#shared/shortest-answers.ts'
import { formText } from '#web/forms/identifier-input.ts'

export const applicationFields = ['channel', 'audience', 'message', 'contact'] as const
type ApplicationField = (typeof applicationFields)[number] | 'agreed'
type ApplicationDraft = Readonly<Record<(typeof applicationFields)[number], string>>
type ApplicationInput = ApplicationDraft & { readonly agreed: boolean }

export function readApplication(data: FormData): ApplicationInput {
  return {
    channel: formText(data, 'channel').trim(),
    audience: formText(data, 'audience').trim(),
    contact: formText(data, 'contact').trim(),
    message: formText(data, 'message').trim(),
    agreed: data.has('agreed'),
  }
}

export const missingOf = (input: ApplicationInput): ApplicationField[] => [
  ...applicationFields.filter((field) => [...input[field]].length < shortestAnswers[field]),
  ...(input.agreed ? [] : (['agreed'] as const)),
]

export function draftOf(stored: unknown): ApplicationDraft | null {
  if (typeof stored !== 'object' || stored === null) return null
  const texts = new Map(Object.entries(stored))
  const [channel = '', audience = '', message = '', contact = ''] = applicationFields.map((field) => {
    const text: unknown = texts.get(field)
    return typeof text === 'string' ? text : ''
  })
  return channel + audience + message + contact === '' ? null : { channel, audience, message, contact }
}
