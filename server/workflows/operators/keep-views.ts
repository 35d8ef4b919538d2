import { isAddress, isForm, looksForPerson } from '#server/modules/operators/view-address.rules.ts'
import { listViews, removeView, renameView, saveView } from '#server/modules/operators/views.service.ts'
import { done, refuse, type Act, type Read, type Result } from '#server/platform/act.ts'

const maxName = 60
function nameFault(name: string): Result<never> | null {
  if ([...name].length > maxName) return refuse('InvalidInput', 'view.nameTooLong')
  return null
}

export const showViews: Read<'views.list'> = async (database, _input, { id, role }) => ({
  ok: true,
  value: { views: await listViews(database, { id, role }) },
})

export const keepView: Act<'views.save'> = async (tx, { name, address, shared = false }, { id, role }) => {
  const fault = nameFault(name)
  if (fault) return fault
  if (looksForPerson(address)) return refuse('InvalidInput', 'view.namesPerson')
  if (!isAddress(address)) return refuse('InvalidInput', 'view.badAddress')
  if (shared && isForm(address)) return refuse('InvalidInput', 'view.formNotShared')
  const view = await saveView(tx, { id, role }, { name, address, shared })
  if (view === 'unchanged') return refuse('NotPossible', 'form.unchanged')
  if (view === 'too many') return refuse('NotPossible', 'view.tooMany')
  return done({ id: view.id, name, shared }, `view ${name}`, { shared })
}

export const nameView: Act<'views.rename'> = async (tx, { view, name }, { id, role }) => {
  const fault = nameFault(name)
  if (fault) return fault
  if ((await listViews(tx, { id, role })).some((each) => each.own && each.id === view && each.name === name))
    return refuse('NotPossible', 'form.unchanged')
  if (!(await renameView(tx, view, id, name))) return refuse('NotPossible', 'view.unknownOrTaken')
  return done({ name }, `view ${name}`, {})
}

export const dropView: Act<'views.remove'> = async (tx, { view }, { id }) => {
  const name = await removeView(tx, view, id)
  if (name === null) return refuse('NotFound', 'view.unknown')
  return done({ name }, `view ${name}`, {})
}
