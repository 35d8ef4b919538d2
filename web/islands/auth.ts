import { driveAuth } from '#web/features/auth/drive-auth.ts'

/** Runs the server-rendered login or register form without React. */
export const mount = driveAuth
