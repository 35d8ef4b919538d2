import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { TextField } from '#ui/text-field.tsx'
import { api } from '#web/client/api.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityQuery } from '#web/client/security-query.ts'
import styles from './security.module.css'

type Props = { readonly t: SecurityTexts; readonly language: Language; readonly onClose: () => void }
type Stage =
  | { readonly at: 'password' }
  | { readonly at: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly at: 'codes'; readonly codes: readonly string[] }

export default function TurnOnTotp({ t, language, onClose }: Props) {
  const queryClient = useQueryClient()
  const { form, problem, setProblem, send } = useEditor({ t, language, onClose })
  const [stage, setStage] = useState<Stage>({ at: 'password' })
  const words = t.totp

  const submit = (data: FormData) =>
    send(async () => {
      if (stage.at === 'password') {
        const password = formText(data, 'password')
        const begun = await api('/api/user/user_totp_begin', { password }, { handlesErrors: true })
        setProblem(null)
        return setStage({ at: 'scan', ...begun })
      }
      const code = formText(data, 'code').trim()
      const confirmed = await api('/api/user/user_totp_confirm', { code }, { handlesErrors: true })
      setStage({ at: 'codes', codes: confirmed.recoveryCodes })
      await queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
    })

  if (stage.at === 'codes') return <RecoveryCodes t={t} codes={stage.codes} onClose={onClose} />
  const scans = stage.at === 'scan'
  return (
    <DialogForm
      {...form}
      key={stage.at}
      title={scans ? words.scanTitle : words.onTitle}
      lead={scans ? words.scanLead : words.onLead}
      submitLabel={scans ? words.confirm : words.next}
      onSubmit={submit}
    >
      {scans ? (
        <>
          <QrCode text={stage.uri} label={words.qr} />
          <p className="small dim">{words.secret}</p>
          <div className={styles.secret}>
            <CopyField
              value={stage.secret}
              label={words.copySecret}
              copy={t.recovery.copyOne}
              copied={t.recovery.copied}
            />
          </div>
          <TextField
            label={t.fields.authenticatorCode}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={problem?.fields.code}
          />
        </>
      ) : (
        <PasswordField words={t.fields} label={t.fields.password} error={problem?.fields.password} />
      )}
    </DialogForm>
  )
}
