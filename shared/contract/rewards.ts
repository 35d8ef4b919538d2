import Type from 'typebox'
import { Body, call, Instant, Nullable, YesNo } from './call.ts'

const Cursor = Type.String({ maxLength: 128, description: '`next` of the page before' })

/**
 * State of an invited friend. `registered`: signed up, no purchase yet. `rewarded`: bonus time granted. `reversed`:
 * purchase refunded, bonus time taken back. `no_membership`: the inviter had no active membership when the friend
 * bought. `commission`: the purchase earned a commission instead. `held`: under review. `refused`: earns nothing, see
 * `reason`.
 */
const InvitationState = Type.Enum([
  'registered',
  'rewarded',
  'reversed',
  'no_membership',
  'commission',
  'held',
  'refused',
])
/**
 * Reasons for refusing a referral that the inviter may know. Reasons that would help a cheater are reported as `rules`.
 */
export const ReferralReason = Type.Enum(['self', 'cycle', 'device', 'velocity', 'rules'])

export const rewardCalls = {
  '/api/system/system_refer_config': call({
    access: 'user',
    summary: "Inviting: the caller's code and link, what it earns, and whom it brought, newest first.",
    input: Body({ before: Type.Optional(Cursor) }),
    output: Type.Object({
      inviteCode: Type.String(),
      inviteLink: Type.String(),
      terms: Type.Object({
        version: Type.Integer(),
        referRateBps: Type.Integer({ description: "Bonus time as a share of the friend's first purchase" }),
        invitedTrialMinutes: Type.Integer({ description: 'What the friend may try' }),
        attributionDays: Type.Integer(),
      }),
      isAffiliate: Type.Boolean({ description: 'The caller takes part in the affiliate programme' }),
      membershipActive: Type.Boolean({ description: 'Bonus time needs a membership that runs when the friend buys' }),
      membershipExpiresAt: Nullable(Instant('When the membership ends or ended')),
      totals: Type.Object({
        paid: Type.Integer({ description: 'Of them bought, whatever that earned' }),
        invited: Type.Integer(),
        rewarded: Type.Integer(),
        bonusSeconds: Type.Integer({ description: 'What was added, less what was taken back' }),
      }),
      records: Type.Array(
        Type.Object({
          id: Type.String(),
          date: Instant('When the friend signed up'),
          invitee: Nullable(Type.String({ description: 'Masked, like l***i; null once the account is deleted' })),
          productName: Nullable(Type.String({ description: 'What the friend bought first' })),
          bonusSeconds: Type.Integer(),
          rewardedAt: Nullable(Instant('When the time was added')),
          state: InvitationState,
          reason: Nullable(ReferralReason),
        }),
      ),
      next: Nullable(Type.String()),
    }),
  }),
  '/api/system/system_benefits': call({
    access: 'user',
    summary: 'Whether the caller is entitled to the benefits of yearly members, and what waits there. Reveals nothing.',
    input: Body({}),
    output: Type.Object({
      hasBenefits: YesNo,
      hasBenefitsNew: YesNo,
      until: Nullable(Instant('End of the benefits')),
      state: Type.Enum(['not_entitled', 'available', 'assigned', 'out_of_stock'], {
        description: '`available`: system_user_benefits would assign one now',
      }),
      kinds: Type.Array(
        Type.Object({
          kind: Type.String(),
          name: Type.String({ description: 'In the language of the request' }),
          state: Type.Enum(['available', 'assigned', 'out_of_stock']),
          account: Nullable(Type.String({ description: 'Masked' })),
          assignedAt: Nullable(Instant('When it became theirs')),
        }),
      ),
    }),
  }),
  '/api/system/system_user_benefits': call({
    access: 'user',
    summary: 'Assigns a benefit of that kind if the caller has none yet, and reveals it.',
    input: Body({ kind: Type.String({ minLength: 1, maxLength: 64 }) }),
    output: Type.Object({
      account: Type.String(),
      password: Type.String(),
      link: Type.String(),
      assignedAt: Instant('When it became theirs'),
      until: Nullable(Instant('End of the benefits')),
    }),
  }),
}
