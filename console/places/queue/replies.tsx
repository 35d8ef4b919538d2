import { ActOf } from '#console/act/act-button.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'

export const Replies = () => (
  <ListPanel
    name="replies.list"
    input={{}}
    rowsOf="replies"
    aside={<ActOf name="replies.save" look="quiet" />}
    cells={{
      textEn: { render: ({ textEn }) => <span className="said">{textEn}</span> },
      textZh: { render: ({ textZh }) => <span className="said">{textZh}</span> },
    }}
    renderActions={({ name }) => (
      <>
        <ActOf name="replies.save" given={{ name }} />
        <ActOf name="replies.remove" given={{ reply: name }} />
      </>
    )}
  />
)
