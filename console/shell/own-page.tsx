import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { OperatorPasskeyRow } from '#shared/console.ts'
import { getJson, postJson } from '#console/client/ask.ts'
import { ConsoleError } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { makePasskey, PasskeyLeft } from '#console/client/passkeys.ts'
import { withFactor } from '#console/client/run-action.ts'
import { useMe } from '#console/client/session.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Failure } from '#console/list/failure.tsx'
import { Head } from '#console/list/head.tsx'
import { Moment } from '#console/list/moment.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Skeleton } from '#console/list/skeleton.tsx'

const passkeys = {
  queryKey: ['passkeys'],
  queryFn: async () => (await getJson('passkeys')) as { readonly items: readonly OperatorPasskeyRow[] },
}

/** `/console/me`: the passkeys of who is here. */
export default function OwnPage() {
  const { t } = useSpoken()
  const { name, role } = useMe()
  const queries = useQueryClient()
  const known = useQuery(passkeys)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const change = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFault(null)
    try {
      await work()
      await queries.invalidateQueries({ queryKey: passkeys.queryKey })
    } catch (error) {
      if (error instanceof PasskeyLeft) setFault(t.passkey.left)
      else if (!(error instanceof ConsoleError)) throw error
      else if (error.status !== 'FactorNeeded') setFault(error.message || t.offline)
    } finally {
      setBusy(false)
    }
  }
  const add = (label: string) =>
    change(async () => {
      const options = (await withFactor(() => postJson('passkeys/new', {}))) as PublicKeyCredentialCreationOptionsJSON
      const response = await makePasskey(options)
      await withFactor(() => postJson('passkeys', { name: label, response }))
    })
  const remove = (id: string) => change(() => withFactor(() => postJson('passkeys/remove', { id })))
  return (
    <>
      <Head title={name} about={t.roles[role]} />
      <Panel title={t.passkey.title} foot={t.passkey.about}>
        {fault !== null && (
          <p className="in err" role="alert">
            {fault}
          </p>
        )}
        {known.data ? (
          <DataTable
            caption={t.passkey.title}
            rows={known.data.items}
            keyOf={({ id }) => id}
            none={t.passkey.none}
            columns={[
              { id: 'name', label: t.passkey.name, render: (row) => row.name },
              { id: 'created', label: t.passkey.created, render: ({ created }) => <Moment at={created} /> },
              { id: 'used', label: t.passkey.used, render: ({ used }) => (used === null ? '–' : <Moment at={used} />) },
            ]}
            renderActions={({ id }) => (
              <button type="button" className="lnk stop" disabled={busy} onClick={() => void remove(id)}>
                {t.passkey.remove}
              </button>
            )}
          />
        ) : known.error instanceof ConsoleError ? (
          <Failure error={known.error} retry={() => void known.refetch()} />
        ) : (
          <Skeleton />
        )}
        <AddPasskey busy={busy} onAdd={add} />
      </Panel>
    </>
  )
}

function AddPasskey({ busy, onAdd }: { busy: boolean; onAdd: (name: string) => Promise<void> }) {
  const { t } = useSpoken()
  const id = useId()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onAdd(name.trim() || t.passkey.defaultName).then(() => setName(''))
  }
  return (
    <form className="in form" method="post" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{t.passkey.name}</label>
        <input
          id={id}
          className="in-t"
          maxLength={40}
          autoComplete="off"
          placeholder={t.passkey.defaultName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="bar">
        <button type="submit" className="btn" disabled={busy}>
          {t.passkey.add}
        </button>
      </div>
    </form>
  )
}
