import { isAddress, isForm, looksForPerson } from '#server/modules/operators/view-address.rules.ts'
import { listViews, removeView, renameView, saveView } from '#server/modules/operators/views.service.ts'
import { done, refuse, type Act, type Read, type Result } from '#server/platform/act.ts'

const maxName = 60
function nameFault(name: string): Result<never> | null {
  if ([...name].length > maxName) return refuse('InvalidInput', '{name} is too long: 60 characters at most.')
  return null
}

export const showViews: Read<'views.list'> = async (database, _input, { id, role }) => ({
  ok: true,
  value: { views: await listViews(database, { id, role }) },
})

export const keepView: Act<'views.save'> = async (tx, { name, address, shared = false }, { id, role }) => {
  const fault = nameFault(name)
  if (fault) return fault
  if (looksForPerson(address))
    return refuse(
      'InvalidInput',
      'This page looks for one person or order, and a view would keep that for ever. Take it out of the search, then keep its filters.',
    )
  if (!isAddress(address)) return refuse('InvalidInput', '{address} is no address of the console.')
  if (shared && isForm(address)) return refuse('InvalidInput', 'The form of an action is not shared. Share its list.')
  const view = await saveView(tx, { id, role }, { name, address, shared })
  if (view === null) return refuse('NotPossible', 'You keep 50 views. Remove one before you keep another.')
  return done({ id: view, name, shared }, `view ${name}`, { shared })
}

export const nameView: Act<'views.rename'> = async (tx, { view, name }, { id }) => {
  const fault = nameFault(name)
  if (fault) return fault
  if (!(await renameView(tx, view, id, name)))
    return refuse('NotPossible', 'No view of yours has this id, or another one has this {name}.')
  return done({ name }, `view ${name}`, {})
}

export const dropView: Act<'views.remove'> = async (tx, { view }, { id }) => {
  const name = await removeView(tx, view, id)
  if (name === null) return refuse('NotFound', 'No view of yours has this id.')
  return done({ name }, `view ${name}`, {})
}
