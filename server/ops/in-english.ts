import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { catalogue } from '#text/en/catalogue.ts'
import { worded, type Worded } from '#text/worded.ts'

/** Action with its English texts, for help, output and documentation. */
export const inEnglish = (name: ActionName): OperatorAction & Worded =>
  worded(name, operatorActions[name] as OperatorAction, catalogue)
