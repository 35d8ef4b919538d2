import { Suspense, useId, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { lastSignInMethod } from '#web/client/agreement-memory.ts'
import type { SignInProps } from '#web/payment/sign-in-sheet.ts'
import type { SignInTexts } from '#text/en/site/sign-in.ts'
import { fieldSentences } from './field-sentences.ts'
import { LoginForm } from './login-form.tsx'
import { NewAccount } from './new-account.tsx'
import styles from './sign-in-sheet.module.css'

type Props = SignInProps & { readonly t: SignInTexts; readonly language: Language }

/** Login or registration in a dialog, so that the visitor's choices on the page below are kept. */
export default function SignInSheet(props: Props) {
  const { t, language, base, kinds, agreement, buying, onEntered, onClose, onElsewhere } = props
  const id = useId()
  const [door, setDoor] = useState(props.door)
  const shared = { t: t.auth, language, base, sentences: fieldSentences(language), agreement, onEntered }
  const [way] = useState(lastSignInMethod)
  return (
    <Dialog labelledBy={id} closeLabel={t.close} onClose={onClose} onPlate>
      <p className={styles.buying}>
        <span>{buying.what}</span>
        <span className="num">{buying.sum}</span>
      </p>
      <div className={styles.body}>
        <Tabs
          label={t.doors.label}
          className={styles.tabs}
          tabs={[
            { key: 'new', text: t.doors.new },
            { key: 'login', text: t.doors.login },
          ]}
          chosen={door}
          panel={`${id}-panel`}
          onChoose={setDoor}
        />
        <div className={styles.door} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-panel-${door}`}>
          <h2 id={id}>{door === 'new' ? t.newTitle : way === null ? t.loginTitle : t.backTitle}</h2>
          <Suspense fallback={<div className="dashes" aria-hidden="true" />}>
            {door === 'new' ? (
              <NewAccount {...shared} words={t} sum={buying.sum} onElsewhere={kinds.length > 1 ? onElsewhere : null} />
            ) : (
              <LoginForm
                {...shared}
                kinds={kinds}
                submitLabel={buying.sum === null ? t.loginAndGo : t.loginAndPay(buying.sum)}
                way={way}
              />
            )}
          </Suspense>
        </div>
        <p className={`${styles.next} small`}>
          <Icon name="check" />
          <span>{buying.method === null ? t.nextFree : (buying.isGroup ? t.nextGroup : t.next)(buying.method)}</span>
        </p>
      </div>
    </Dialog>
  )
}
