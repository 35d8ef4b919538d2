import { isSentence, type Param, type Sentence, type ZonedMoment } from '#shared/sentence.ts'

/**
 * Functions that write the parameters of a sentence. `say`: writes a nested sentence. `field`: writes the name of an
 * input field. `action`: writes the label of an operator action. `moment`: writes a moment in a time zone. `and`: joins the sentences of a list.
 */
export type Writer = {
  readonly say: (sentence: Sentence) => string
  readonly field: (name: string) => string
  readonly action?: (name: string) => string
  readonly moment?: (moment: ZonedMoment) => string
  readonly and: string
}

/**
 * Fills a template with parameters. A list of sentences gets one line per sentence if its placeholder begins a line
 * that is not the first.
 */
export const fill = (template: string, params: Sentence['params'], writer: Writer): string =>
  template.replaceAll(/(\n?)\{([^{}]+)\}/g, (_slot, line: string, slot: string) => {
    if (slot.startsWith('field.')) return line + writer.field(slot.slice('field.'.length))
    const [name = '', words] = slot.split(':')
    const value = params[name]
    if (words !== undefined) return line + (words.split('|')[value === 1 ? 0 : 1] ?? '')
    return value === undefined ? line : line + write(value, line === '' ? writer : { ...writer, and: line })
  })

/** Fills a template without translating field names and inner sentences, for templates that have neither. */
export const fillPlain = (template: string, params: Sentence['params']): string =>
  fill(template, params, { say: ({ code }) => code, field: (name) => name, and: ', ' })

function write(param: Param, writer: Writer): string {
  if (typeof param === 'string') return param
  if (typeof param === 'number') return String(param)
  if (isSentence(param)) return writer.say(param)
  if ('action' in param) return writer.action?.(param.action) ?? param.action
  if ('zone' in param) return writer.moment?.(param) ?? param.at
  return 'field' in param ? writer.field(param.field) : param.map(writer.say).join(writer.and)
}

/**
 * First input field that a template or one of its parameters names, which the form then marks; null if none is named.
 */
export function fieldOf(template: string, params: Sentence['params']): string | null {
  for (const [, slot = ''] of template.matchAll(/\{([^{}]+)\}/g)) {
    if (slot.startsWith('field.')) return slot.slice('field.'.length)
    const value = params[slot]
    if (typeof value === 'object' && 'field' in value) return value.field
  }
  return null
}
