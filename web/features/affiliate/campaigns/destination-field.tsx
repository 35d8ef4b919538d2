import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import type { AffiliateLink } from '#web/features/affiliate/base/affiliate.queries.ts'

const destinations = [
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
  hint,
}: Pick<DashboardProps, 't'> & { readonly chosen: AffiliateLink['destination']; readonly hint?: string }) {
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
      {hint && <span className="small dim">{hint}</span>}
    </label>
  )
}
