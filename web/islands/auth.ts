import { driveAuth } from '#web/features/auth/drive-auth.ts'

/** Runs instead of React: the server has rendered the form. */
export const mount = driveAuth
