import { driveAuth } from '#web/features/auth/drive-auth.ts'

/** Runs the form that the server has rendered, without React. */
export const mount = driveAuth
