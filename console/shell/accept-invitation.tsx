import { useQuery } from '@tanstack/react-query'
import type { ConsoleInvitation } from '#shared/console.ts'
import { postJson } from '#console/client/ask.ts'
import type { ConsoleError } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { Note } from '#console/frame/note.tsx'
import { Failure, Skeleton } from '#console/frame/query-state.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import en from '#console/text/en/dialogs.ts'
import zh from '#console/text/zh-CN/dialogs.ts'
import { SignInForm, type DoorField } from './sign-in-form.tsx'

const texts = { en: en.invitation, 'zh-CN': zh.invitation }

type Props = { readonly token: string; readonly onEntered: () => void; readonly onLeft: () => void }

/** Form in which an invited operator sets a password and second factor. Nobody else sees either. */
export default function AcceptInvitation({ token, onEntered, onLeft }: Props) {
  const { t, language } = useSpoken()
  const words = texts[language]
  // Fetches the invitation only once: each request creates another authenticator key, and the one already in the
  // operator's app must stay valid.
  const { data, error, refetch } = useQuery<ConsoleInvitation, ConsoleError>({
    queryKey: ['invitation', token],
    queryFn: async () => (await postJson('invitation', { token })) as ConsoleInvitation,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const leave = (label: string) => (
    <button type="button" className="btn q" onClick={onLeft}>
      {label}
    </button>
  )
  if (error)
    return (
      <main className="door" id="main">
        <div className="panel in box">
          <h1>{words.title}</h1>
          {error.status === 'InvitationOver' ? (
            <Note kind="stop" alert>
              {error.message}
            </Note>
          ) : (
            <Failure error={error} retry={() => void refetch()} />
          )}
          {leave(words.console)}
        </div>
      </main>
    )
  if (!data) return <Skeleton />
  const { name, role, totpSecret, totpUri, sealed } = data
  const fields: readonly DoorField[] = [
    { name: 'secret', label: words.secret, missing: words.missing, type: 'password', complete: 'new-password' },
    { name: 'again', label: words.again, missing: words.missing, type: 'password', complete: 'new-password' },
    { name: 'code', label: words.code, missing: t.door.missing.code, complete: 'one-time-code', digits: true },
  ]
  return (
    <SignInForm
      title={words.title}
      text={words.text(name, t.roles[role])}
      fields={fields}
      go={words.go}
      path="invitation/accept"
      also={{ token, sealed }}
      check={({ secret, again }) => (secret === again ? {} : { again: words.differ })}
      before={{
        code: (
          <section className="enrol">
            <p>{words.app}</p>
            <QrCode text={totpUri} label={words.qr} />
            <p className="dim">
              {words.byHand} <code>{totpSecret}</code>
            </p>
            <a className="lnk" href={totpUri}>
              {words.open}
            </a>
          </section>
        ),
      }}
      other={leave(words.leave)}
      onEntered={onEntered}
    />
  )
}
