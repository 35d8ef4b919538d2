import { OpsError, type OpsContext } from './action.ts'

/** Null where it is not given. */
export function readInteger({ values }: OpsContext, name: string, least: number, most: number): number | null {
  const value = values[name]
  if (value === undefined) return null
  const number = Number(value)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new OpsError(`--${name} is a whole number from ${least} to ${most}.`)
}

/** `2026-12-31` (midnight UTC) or a full ISO time; null where it is not given. */
export function readDate({ values }: OpsContext, name: string): Date | null {
  const value = values[name]
  if (value === undefined) return null
  const date = new Date(String(value))
  if (Number.isNaN(date.getTime())) throw new OpsError(`--${name} is a date like 2026-12-31.`)
  return date
}

/** By commas; null where it is not given. */
export function readList({ values }: OpsContext, name: string): string[] | null {
  const value = values[name]
  if (typeof value !== 'string') return null
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
