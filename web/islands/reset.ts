import { driveReset } from '#web/features/auth/drive-reset.ts'

/** In the place of React: the form stands in the page already. */
export const mount = driveReset
