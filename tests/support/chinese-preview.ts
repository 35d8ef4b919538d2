import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { wireOf } from '#server/operator/carry-out.ts'
import { sayAll } from '#text/say.ts'
import { effectsOf, fill } from '#console/act/fill.ts'
import { isTranslatedWord, translateWords } from '#console/client/translated-words.ts'
import { isRows, plainShape, type Shape } from '#console/client/shape.ts'
import { loadVocabulary, type Vocabulary } from '#console/client/load-vocabulary.ts'
import { values } from '#text/zh-CN/values.ts'

/** Terms that stay unchanged in Chinese: currency codes, vendors, protocols. */
const names = new Set([
  'CNY',
  'USD',
  'vless',
  'trojan',
  'shadowsocks',
  'remnawave',
  'marzban',
  'xboard',
  'v2board',
  'sspanel',
  'webhook',
  'stripe',
  'tron',
  'ethereum',
])

/** All enumerated values, and all terms with a translation. */
const words = new Set(Object.keys(values))
collect(operatorActions)
function collect(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  if ('enum' in schema && Array.isArray(schema.enum)) for (const word of schema.enum) words.add(String(word))
  for (const each of Object.values(schema)) collect(each)
}

/** Returns the Chinese preview of an action, and the English terms in it that lack a translation. */
export async function rawWordsIn(name: ActionName, input: object, output: unknown): Promise<readonly string[]> {
  const vocabulary = await loadVocabulary('zh-CN')
  const came = effectsOf(name, { ...input }, sayAll('zh-CN', wireOf(name, output)))
  const { output: shape } = vocabulary.action(came.name)
  const sentences = vocabulary
    .says(came.name)
    ?.map((text) => fill(text, vocabulary.action(came.name), came, vocabulary))
  const cells: string[] = []
  read(shape, came.output, vocabulary, cells)
  const raw = (sentences ?? []).flatMap((text) => text.match(/[A-Za-z][A-Za-z_-]*/g) ?? [])
  return [...raw, ...cells].filter((word) => words.has(word) && !names.has(word))
}

const said = (name: string, shape: Shape | undefined, text: string, { value, field }: Vocabulary): string =>
  name === 'columns' || name === 'field'
    ? field(text)
    : isTranslatedWord(name, shape)
      ? translateWords(text, value)
      : text

function read(shape: Shape | undefined, output: object, vocabulary: Vocabulary, cells: string[]): void {
  for (const [name, given] of Object.entries(shape?.properties ?? {})) {
    const plain = plainShape(given)
    const value = (output as Readonly<Record<string, unknown>>)[name]
    if (isRows(plain) && Array.isArray(value))
      for (const row of value) read(plain?.items, row as object, vocabulary, cells)
    else if (typeof value === 'object' && value !== null && plain?.properties && !plain.money && !plain.localized)
      read(plain, value, vocabulary, cells)
    else if (typeof value === 'string') cells.push(said(name, plain, value, vocabulary))
    else if (Array.isArray(value))
      for (const each of value) if (typeof each === 'string') cells.push(said(name, plain, each, vocabulary))
  }
}
