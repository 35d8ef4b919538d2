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

/** Returns the folders of PATH with all these programs. */
export const findFolders = (names: readonly string[]): string[] =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((place) => place !== '' && names.every((name) => isProgram(path.join(place, name))))
