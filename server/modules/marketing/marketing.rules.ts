import { toDecimal, money } from '#shared/money.ts'

/** So long a click may be matched with what came of it; the networks take nothing older. */
export const originDays = 90

const opaque = /^[\w-]{1,64}$/

/** A value that an address carried, if it looks like a code and like nothing else. */
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

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** The file that advertisers upload: one line for each conversion, times in UTC. Nothing in it names a person. */
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
    line.gclid ?? '',
    line.wbraid ?? '',
    line.gbraid ?? '',
    line.vid ?? '',
    line.name,
    `${line.at.toISOString().slice(0, 19).replace('T', ' ')}+00:00`,
    line.amountMinor === null ? '' : toDecimal(money(line.amountMinor, 'USD')),
    line.currency ?? '',
  ])
  return `${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
