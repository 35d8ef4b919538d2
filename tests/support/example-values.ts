import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { optionOf, type Values } from '#server/ops/options.ts'
import type { Shape } from '#server/ops/print-table.ts'

export const written: Readonly<Record<string, string>> = {
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$': '00000000-0000-4000-8000-000000000000',
  '^[0-9]{1,9}(?:[.][0-9]{1,2})?$': '1.00',
  '^[0-9]{4}-[0-9]{2}$': '2020-01',
  '^[a-z][a-z0-9-]{0,30}$': 'example',
  '^[0-9a-f]{8}$': '0123abcd',
  '^[0-9a-f]{16}$': '0123456789abcdef',
  '^[0-9]{1,5}([.][0-9]{1,5}){0,3}$': '1.0.0',
  '^/(?:[a-z0-9][a-z0-9/_-]{0,100})?(?:#[a-z0-9-]{1,60})?$': '/pricing',
  '^(announcement|faq|clause|page|mail)/[a-z0-9]+(-[a-z0-9]+)*$': 'page/example',
}

/** Valid option values of an action; `file`, `folder`: existing paths. */
export function exampleValues(name: ActionName, { file, folder }: { file: string; folder: string }): Values {
  const { input, saves = {} }: OperatorAction = operatorActions[name]
  const required = (input.required as readonly string[] | undefined) ?? []
  const fields = required.map((field) => [optionOf(field), valueOf(input.properties[field] as Shape)] as const)
  const places = Object.keys(saves).map((option) => [option, option === 'folder' ? folder : `${file}.made`] as const)
  return Object.fromEntries([...fields, ...places])

  function valueOf(shape: Shape & { pattern?: string; enum?: readonly string[]; minimum?: number }) {
    if (shape.file) return file
    if (shape.folder) return folder
    if (shape.type === 'boolean') return true
    if (shape.enum) return String(shape.enum[0])
    if (shape.month) return '2026-10'
    if (shape.date) return '2099-01-01'
    return shape.type === 'integer' ? String(shape.minimum ?? 1) : (written[shape.pattern ?? ''] ?? 'x')
  }
}

export const typed = (values: Values): string[] =>
  Object.entries(values).flatMap(([option, value]) =>
    value === true ? [`--${option}`] : [`--${option}`, String(value)],
  )
