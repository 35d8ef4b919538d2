import type { GroupTexts } from '#text/en/site/groups.ts'

/** Link to the form that starts another group. The page folds the form while the invited group has a seat. */
export const StartOwn = ({ t }: { readonly t: GroupTexts }) => (
  <a className="btn wide" href="#start" onClick={() => document.querySelector('#start')?.setAttribute('open', '')}>
    {t.startOwn}
  </a>
)
