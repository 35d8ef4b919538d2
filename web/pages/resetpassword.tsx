import '#ui/field.css'
import '#ui/segmented.css'
import '#ui/plate.css'
import { fieldSentences } from '#web/features/auth/field-sentences.ts'
import reset from '#web/islands/reset.tsx'
import { Island } from '#web/render/island.tsx'
import { definePage } from '#web/render/page.ts'
import { EntryPage, entryTexts } from './entry/entry-page.tsx'

export default definePage({
  paths: ['/resetpassword'],
  prefetches: true,
  script: 'door',
  chat: 'never',
  texts: entryTexts,
  head: ({ t, data, language }) => ({ title: `${t.reset} | ${data.brand[language]}`, description: t.resetDescription }),
  component: (props) => (
    <EntryPage {...props}>
      <Island of={reset} props={{ sentences: fieldSentences(props.language), kinds: props.data.identifiers }} isPage />
    </EntryPage>
  ),
})
