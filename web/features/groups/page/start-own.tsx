import type { GroupTexts } from '#text/en/site/groups.ts'

/** Link that opens the form for starting another group. The form is folded while the shown group still has a seat. */
export const StartOwn = ({ t }: { readonly t: GroupTexts }) => (
  <a className="btn wide" href="#start" onClick={() => document.querySelector('#start')?.setAttribute('open', '')}>
    {t.startOwn}
  </a>
)
