import { driveReset } from '#web/features/auth/drive-reset.ts'

/** Runs the form that the server has rendered, without React. */
export const mount = driveReset
