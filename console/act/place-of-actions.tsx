import { useSpoken } from '#console/client/language.ts'
import type { PlaceName } from '#shared/contract/operator/places.ts'
import { Head } from '#console/list/head.tsx'
import { ActionsOf } from './action-list.tsx'

/** A place that is its actions. */
export const placeOfActions = (place: PlaceName) =>
  function PlaceOfActions() {
    const { t } = useSpoken()
    return (
      <>
        <Head title={t.places[place]} about={t.about[place]} />
        <ActionsOf place={place} />
      </>
    )
  }
