import { driveAuth } from '#web/features/auth/drive-auth.ts'

/** In the place of React: the form stands in the page already. */
export const mount = driveAuth
