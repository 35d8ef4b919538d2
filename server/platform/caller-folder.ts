import path from 'node:path'
import { callerFolder } from './config.ts'

/**
 * Absolute path of a file that somebody names on the command line, seen from the folder in which they stand.
 */
export const fromCaller = (file: string, folder = callerFolder): string => path.resolve(folder, file)

const noRight = ['EACCES', 'EPERM', 'EROFS']

/**
 * Sentence about a folder that cannot be written. Names one that can, because the commands run as the user of the
 * service, and in a container most folders are read-only or lost with it.
 */
export function describeWriteFault(folder: string, dataDir: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code !== undefined && noRight.includes(code)
    ? `The user of the service cannot write to ${folder}. Name a folder inside ${dataDir}.`
    : message
}
