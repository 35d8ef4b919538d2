import '#ui/check.css'
import '#ui/field.css'
import '#ui/segmented.css'
import '#ui/plate.css'
import { fieldSentences } from '#web/features/auth/field-sentences.ts'
import auth from '#web/islands/auth.tsx'
import { Island } from '#web/render/island.tsx'
import { agreementVersions } from '#web/render/page-facts.ts'
import { definePage } from '#web/render/page.ts'
import { EntryPage, entryTexts } from './entry/entry-page.tsx'

export default definePage({
  paths: ['/register'],
  prefetches: true,
  script: 'door',
  texts: entryTexts,
  head: ({ t, data, language }) => ({
    title: `${t.register} | ${data.brand[language]}`,
    description: t.registerDescription,
  }),
  component: (props) => (
    <EntryPage {...props}>
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
    </EntryPage>
  ),
})
