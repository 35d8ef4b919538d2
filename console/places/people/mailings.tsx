import { ActOf } from '#console/act/act-of.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'

/** Filters over people, each with whom it finds and what can be sent to them. */
export const Segments = () => (
  <ListPanel
    name="segments.list"
    input={{}}
    rowsOf="segments"
    aside={<ActOf name="segments.save" look="quiet" />}
    renderActions={({ name, filter }) => (
      <>
        <ActOf name="segments.save" given={{ name, ...filter }} />
        <ActOf name="mailings.send" given={{ segment: name }} />
        <ActOf name="segments.remove" given={{ segment: name }} />
      </>
    )}
  />
)

/** What was sent to many, how far it is, and how it is held up. */
export const Mailings = () => (
  <ListPanel
    name="mailings.list"
    input={{}}
    rowsOf="items"
    without={['id']}
    aside={
      <>
        <ActOf name="mailings.test" look="quiet" />
        <ActOf name="mailings.send" look="quiet" />
      </>
    }
    renderActions={({ id, state }) => (
      <>
        {(state === 'waiting' || state === 'sending') && <ActOf name="mailings.pause" given={{ mailing: id }} />}
        {state === 'paused' && <ActOf name="mailings.resume" given={{ mailing: id }} />}
        {state !== 'done' && state !== 'stopped' && <ActOf name="mailings.stop" given={{ mailing: id }} />}
      </>
    )}
  />
)
