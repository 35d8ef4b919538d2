import type { rideCalls } from '#shared/contract/ride.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import type { Tunnels } from '#server/deps/tunnel-deps.ts'
import { describeFirstRide } from '#server/workflows/accounts/profile/describe-first-ride.ts'
import { makeAppPassword } from '#server/workflows/accounts/security/make-app-password.ts'
import { callerOf } from './call-context.ts'
import type { Handlers } from './register-calls.ts'

export const rideHandlers = (
  deps: IdentityDeps,
  tunnels: Pick<Tunnels, 'database' | 'state'>,
): Handlers<typeof rideCalls> => ({
  '/api/user/user_first_ride': (_input, { userId, language }) => describeFirstRide(tunnels, userId, language),
  '/api/user/user_make_app_password': async (_input, context) => ({
    password: await makeAppPassword(deps, { ...callerOf(context), language: context.language }),
  }),
})
