import Type from 'typebox'
import type { ConsoleKept, Meanwhile } from '#shared/console.ts'
import type { Edited } from '#server/platform/act.ts'

/** Of a form, what it was filled from: a digest and a moment. */
export const expectation = Type.String({ maxLength: 100 })

export const toldOf = (meanwhile: Edited['meanwhile']): Meanwhile =>
  meanwhile.map(({ at, ...done }) => ({ at: at.toISOString(), ...done }))

export const keptOf = ({ meanwhile, ...opened }: Edited): ConsoleKept => ({ ...opened, meanwhile: toldOf(meanwhile) })
