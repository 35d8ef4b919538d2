import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import type { AffiliateLink } from '#web/features/affiliate/base/affiliate.queries.ts'

export const destinations = [
  '/',
  '/pricing',
  '/trial',
  '/download',
  '/group-buying',
  '/register',
] as const satisfies readonly AffiliateLink['destination'][]

export const readDestination = (text: FormDataEntryValue | null): AffiliateLink['destination'] =>
  destinations.find((each) => each === text) ?? '/'

export function DestinationField({
  t,
  chosen,
}: Pick<DashboardProps, 't'> & { readonly chosen: AffiliateLink['destination'] }) {
  const words = t.links
  return (
    <label className="field">
      <span className="label">{words.goesTo}</span>
      <select className="input" name="destination" defaultValue={chosen}>
        {destinations.map((destination) => (
          <option key={destination} value={destination}>
            {words.destinations[destination]}
          </option>
        ))}
      </select>
      <span className="small dim">{words.sameAddress}</span>
    </label>
  )
}
