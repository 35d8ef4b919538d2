import { csvLines } from '#shared/csv.ts'
import { toDecimal, money } from '#shared/money.ts'

/** Days for which clicks on ads are matched with sign-ups. Ad networks accept nothing older. */
export const originDays = 90

const opaque = /^[\w-]{1,64}$/

export const readOpaque = (value: string | undefined): string | null =>
  value !== undefined && opaque.test(value) ? value : null

export type ConversionLine = {
  readonly name: string
  readonly gclid: string | null
  readonly wbraid: string | null
  readonly gbraid: string | null
  readonly vid: string | null
  readonly at: Date
  readonly amountMinor: number | null
  readonly currency: string | null
}

export function writeConversions(lines: readonly ConversionLine[]): string {
  const head = [
    'Google Click ID',
    'WBRAID',
    'GBRAID',
    'Visitor ID',
    'Conversion Name',
    'Conversion Time',
    'Conversion Value',
    'Conversion Currency',
  ]
  const rows = lines.map((line) => [
    line.gclid,
    line.wbraid,
    line.gbraid,
    line.vid,
    line.name,
    `${line.at.toISOString().slice(0, 19).replace('T', ' ')}+00:00`,
    line.amountMinor === null ? null : toDecimal(money(line.amountMinor, 'USD')),
    line.currency,
  ])
  return csvLines([head, ...rows], 'program')
}
