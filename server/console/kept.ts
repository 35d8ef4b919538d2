import Type from 'typebox'
import type { ConsoleKept, Meanwhile } from '#shared/console.ts'
import type { Edited } from '#server/platform/act.ts'

export const expectation = Type.String({ maxLength: 100 })

export const toldOf = (meanwhile: Edited['meanwhile']): Meanwhile =>
  meanwhile.map(({ at, ...done }) => ({ at: at.toISOString(), ...done }))

export const keptOf = ({ meanwhile, ...opened }: Edited): ConsoleKept => ({ ...opened, meanwhile: toldOf(meanwhile) })
