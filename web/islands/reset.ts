import { driveReset } from '#web/features/auth/drive-reset.ts'

/** Runs the server-rendered form for a forgotten password without React. */
export const mount = driveReset
