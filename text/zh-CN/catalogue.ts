import { actions } from './actions.ts'
import { defaults } from './defaults.ts'
import { fields } from './fields.ts'
import { meanings as limits } from './actions/limits.ts'
import { undo } from './undo.ts'
import { values } from './values.ts'

/** Chinese texts of the registry of operator actions. */
export const catalogue = { actions, defaults, fields, limits, undo, values }
