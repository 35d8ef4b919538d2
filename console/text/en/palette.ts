const palette = {
  label: 'Find or do',
  placeholder: 'A place, an action, or what is known of a person or an order',
  places: 'Places',
  hits: 'Found',
  acts: 'Do',
  reads: 'Look',
  none: 'Nothing of that name.',
  searching: 'Searching',
  failed: 'The search gives no answer.',
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  move: 'move',
  open: 'open',
}
export default palette
export type PaletteText = typeof palette
