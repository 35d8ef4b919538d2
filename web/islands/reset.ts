import { driveReset } from '#web/features/auth/drive-reset.ts'

/** Runs instead of React: the server has rendered the form. */
export const mount = driveReset
