import type { Language } from '#shared/language.ts'
import { api } from '#web/client/api.ts'
import { saveFile } from '#ui/save-file.ts'
import { useArrival } from '#web/display/use-arrival.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { showToast } from '#ui/toast.ts'
import styles from './security.module.css'

type Props = { readonly t: SecurityTexts; readonly language: Language }

export default function PersonalData({ t, language }: Props) {
  const { busy, send } = useSending(language, ({ message }) => {
    showToast({ kind: 'error', text: message, language })
    return 'taken'
  })
  const section = useArrival<HTMLElement>('personal-data')
  const save = () =>
    send(async () => {
      const data = await api('/api/user/user_export_data', {}, { handlesErrors: true })
      saveFile(`account-${data.account.uid}.json`, `${JSON.stringify(data, null, 2)}\n`, 'application/json')
    })
  return (
    <section aria-labelledby="personal-data" ref={section}>
      <h2 id="personal-data" className={styles.title}>
        {t.data.title}
      </h2>
      <p className="dim">{t.data.text}</p>
      <div className={styles.data}>
        <button type="button" className="btn quiet s" aria-busy={busy || undefined} onClick={() => void save()}>
          {t.data.export}
        </button>
        <a className={styles.delete} href="/user/delete-account">
          {t.data.delete}
        </a>
      </div>
    </section>
  )
}
