import '#ui/check.css'
import '#ui/field.css'
import '#ui/segmented.css'
import '#ui/plate.css'
import { fieldSentences } from '#web/features/auth/field-sentences.ts'
import auth from '#web/islands/auth.tsx'
import { Island } from '#web/render/island.tsx'
import { agreementVersions, supportUrlOf } from '#web/render/page-facts.ts'
import { definePage } from '#web/render/page.ts'
import type { EntryText } from '#text/en/site/sign-in-pages.ts'
import { EntryPage, entryTexts } from './entry/entry-page.tsx'

/** Shown instead of the register form while no terms are published to agree to. */
const NoSignUps = ({ t, supportUrl }: { t: EntryText; supportUrl: string | null }) => (
  <>
    <h1>{t.noSignUps}</h1>
    <p className="lead">{t.noSignUpsText}</p>
    {supportUrl !== null && (
      <a className="btn" href={supportUrl} rel="noopener">
        {t.support}
      </a>
    )}
  </>
)

export default definePage({
  paths: ['/register'],
  prefetches: true,
  script: ({ takesSignUps }) => (takesSignUps ? 'door' : undefined),
  texts: entryTexts,
  head: ({ t, data, language }) => ({
    title: `${t.register} | ${data.brand[language]}`,
    description: t.registerDescription,
  }),
  component: (props) => (
    <EntryPage {...props}>
      {props.data.takesSignUps ? (
        <Island
          of={auth}
          props={{
            mode: 'register',
            sentences: fieldSentences(props.language),
            kinds: props.data.identifiers,
            agreement: agreementVersions(props.data),
          }}
          isPage
        />
      ) : (
        <NoSignUps t={props.t} supportUrl={supportUrlOf(props.data)} />
      )}
    </EntryPage>
  ),
})
