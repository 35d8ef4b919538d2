const locations = {
  title: 'Locations',
  description: (brand: string, countries: number) =>
    countries === 1
      ? `Where the servers of ${brand} are, and how busy they are.`
      : `Servers of ${brand} in ${countries} countries and regions, and how busy they are.`,
  headline: 'Pick your exit.',
  lead: 'Every plan has all of them, and you change from one to another as often as you like.',
  loads: { low: 'Low load', medium: 'Medium load', high: 'High load' },
  elsewhere: 'Other cities',
  note: 'Load as the servers report it, updated about once a minute.',
  prices: 'See prices',
  strip: (countries: number) => (countries === 1 ? 'Exits in' : `Exits in ${countries} countries and regions`),
  more: (countries: number) => `and ${countries} more`,
  all: 'All locations',
}
export default locations
export type LocationsText = typeof locations
