import type { PageProps } from './page.ts'

type Where = Pick<PageProps<unknown>, 'data' | 'language' | 'prefix' | 'path'>

export const absolute = ({ data, prefix }: Where, path: string): string =>
  `${data.publicOrigin}${prefix}${path === '/' && prefix !== '' ? '' : path}`

export function breadcrumbs(props: Where, title: string): object[] {
  const { data, language, path } = props
  if (path === '/') return []
  const name = title.replace(` | ${data.brand[language]}`, '')
  const item = (position: number, label: string, to: string) => ({
    '@type': 'ListItem',
    position,
    name: label,
    item: absolute(props, to),
  })
  return [{ '@type': 'BreadcrumbList', itemListElement: [item(1, data.brand[language], '/'), item(2, name, path)] }]
}

export const organization = (props: Where): object => ({
  '@type': 'Organization',
  name: props.data.brand[props.language],
  url: absolute(props, '/'),
  logo: `${props.data.publicOrigin}/icon-512.png`,
  sameAs: props.data.links.filter(({ key }) => key === 'github' || key === 'social').map(({ url }) => url),
})

/**
 * Structured data of the plans with prices in the language's currency. Contains no ratings, because they would be
 * invented.
 */
export function plans(props: Where): object[] {
  const { data, language } = props
  const priceCurrency = language === 'en' ? 'USD' : 'CNY'
  const offers = data.goods.flatMap(({ names, prices }) => {
    const price = prices.find(({ currency }) => currency === priceCurrency)
    const amount = price && (price.priceMinor / 100).toFixed(2)
    return amount ? [{ '@type': 'Offer', name: names[language], price: amount, priceCurrency }] : []
  })
  const image = `${data.publicOrigin}/icon-512.png`
  return offers.length > 0 ? [{ '@type': 'Product', name: data.brand[language], image, offers }] : []
}
