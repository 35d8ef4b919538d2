import { normalizeEmail } from '#shared/account-rules.ts'
import { languages } from '#shared/language.ts'
import { findAddressee, setAddress } from '#server/modules/operators/operators.queries.ts'
import { maskAddress, openAddress, sealAddress } from '#server/modules/operators/operators.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { notifyAddress } from './notify-operators.ts'
import { sentence } from '#text/sentence.ts'

export const setOwnAddress: Act<'operators.set-address'> = async (tx, input, operator, { config }) => {
  const { email: typed, language: wanted, remove = false } = input
  if (remove && typed !== undefined)
    return refuse(
      'InvalidInput',
      sentence('field.giveEither', { first: { field: 'email' }, second: { field: 'remove' } }),
    )
  const email = typed === undefined ? null : normalizeEmail(typed)
  if (typed !== undefined && email === null)
    return refuse('InvalidInput', sentence('field.wrong', { field: { field: 'email' }, must: sentence('must.email') }))
  if (!remove && typed === undefined && wanted === undefined)
    return refuse('InvalidInput', sentence('field.missing', { field: { field: 'email' } }))
  const { id, name } = operator
  const keyring = createKeyring(config.secretKey)
  const known = await findAddressee(tx, id)
  const before = known ? openAddress(keyring, { id, sealedEmail: known.sealedEmail }) : null
  const after = remove ? null : (email ?? before)
  const language = wanted ?? known?.language ?? languages[0]
  if (after === before && language === known?.language) return refuse('NotPossible', 'form.unchanged')
  await setAddress(tx, id, { sealedEmail: after === null ? null : sealAddress(keyring, id, after), language })
  const notice = { kind: 'address', name, set: after !== null } as const
  const told = after === before ? [] : [before, after].filter((address) => address !== null)
  for (const to of told) await notifyAddress(tx, config, { to, language }, notice)
  const address = after === null ? 'none' : maskAddress(after)
  return done({ address, language }, `operator ${name}`, { id, isSet: after !== null, language })
}
