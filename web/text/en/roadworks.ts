const roadworks = {
  title: 'Roadworks ahead',
  text: 'This page is not open yet. We’ll take the cones away as soon as it’s ready.',
  toPricing: 'See plans and prices',
  toHome: 'Back to the homepage',
}
export default roadworks
export type RoadworksText = typeof roadworks
