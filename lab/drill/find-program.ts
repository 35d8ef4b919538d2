import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the first folder of PATH with all these programs, or null. */
export const findFolder = (names: readonly string[]): string | null =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .find((place) => place !== '' && names.every((name) => isProgram(path.join(place, name)))) ?? null
