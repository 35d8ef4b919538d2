import type { TSchema } from 'typebox'
import type { Param, Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'
import { findWrongValues } from './schema-faults.ts'

type Node = TSchema & Readonly<Record<string, unknown>> & { readonly says?: Sentence }

const types: Readonly<Record<string, Sentence>> = {
  string: sentence('allowed.text'),
  array: sentence('allowed.list'),
  object: sentence('allowed.object'),
  boolean: sentence('allowed.boolean'),
}

function allowedIn(schema: TSchema): Param {
  const { says, type, anyOf, minimum, maximum, ...rest } = schema as Node & { minimum?: number; maximum?: number }
  if (says) return says
  if (Array.isArray(anyOf))
    return (anyOf as Node[]).map(allowedIn).reduce((one, other) => sentence('allowed.either', { one, other }))
  if ('const' in rest) return JSON.stringify(rest.const)
  if (type === 'null') return sentence('allowed.empty')
  if (type === 'integer' && minimum !== undefined && maximum !== undefined)
    return sentence('allowed.range', { least: minimum, most: maximum })
  return types[String(type)] ?? sentence('allowed.other')
}

export const findFileFaults = (schema: TSchema, value: unknown, nameOf: (place: string) => Param): Sentence[] =>
  findWrongValues(schema, value).map((wrong) => {
    const place = nameOf(wrong.place)
    if ('schema' in wrong) return sentence('fault.value', { place, allowed: allowedIn(wrong.schema) })
    return wrong.names
      ? sentence('fault.unknownName', { place, names: wrong.names.join(', ') })
      : sentence('fault.badName', { place })
  })

export const placeInFile = (place: string): Param => place || sentence('fault.wholeFile')
