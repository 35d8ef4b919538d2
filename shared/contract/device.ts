import Type from 'typebox'
import { InviteCode } from './account.ts'
import { Body, call, Instant, Nullable } from './call.ts'
import { CampaignOrigin } from './campaign.ts'

const DeviceId = Type.String({ minLength: 1, maxLength: 64, description: 'As the device list gives it' })
const SignedIn = Type.Object({
  uid: Type.Integer(),
  deletionCancelled: Type.Boolean({ description: 'The account was about to be deleted; this sign-in kept it' }),
})

export const Device = Type.Object({
  id: Type.String(),
  type: Type.Enum([0, 1], { description: 'mobile = 0, pc = 1' }),
  os: Type.Enum([0, 1, 2, 3, 4], { description: 'iOS = 0, Android = 1, Mac = 2, Windows = 3, other = 4' }),
  osVersion: Nullable(Type.String()),
  name: Nullable(Type.String({ description: 'What the person, or else the device, calls it' })),
  registeredAt: Instant('When it was first signed in'),
  lastUsedAt: Instant('When it was last seen, within five minutes'),
  current: Type.Boolean({ description: 'This call came from it' }),
  link: Nullable(
    Type.Object(
      {
        fetchedAt: Nullable(Instant('When an app fetched it last, within a minute')),
        isInUse: Type.Boolean({ description: 'A node reported it in use in the last five minutes' }),
      },
      { description: 'An app of others uses this place, by a link; null: an app is signed in' },
    ),
  ),
})

export const Trial = Type.Object({
  state: Type.Enum(['none', 'armed', 'lapsed', 'running', 'over'], {
    description: 'armed: it waits for the first sign-in of an app or fetch of a link; lapsed: it waited for too long',
  }),
  minutes: Type.Integer(),
  minutesWithAddress: Nullable(
    Type.Integer({ description: 'It waits, and would be so long once an email address or a phone number is verified' }),
  ),
  available: Type.Boolean({ description: 'It can be asked for now' }),
  refusal: Nullable(
    Type.Enum(['TrialNotOffered', 'MembershipRuns', 'TrialUsedOnDevice'], {
      description: 'Why it cannot be asked for, where it was not before',
    }),
  ),
  startsNow: Type.Boolean({ description: 'An app is signed in: once it is asked for, it runs' }),
  claimedAt: Nullable(Instant('When it was asked for')),
  lapsesAt: Nullable(Instant('Until when it waits, or waited')),
  startedAt: Nullable(Instant('When an app signed in and it began')),
  endsAt: Nullable(Instant('When it ends or ended')),
})

export const deviceCalls = {
  '/api/user/user_get_device_list': call({
    access: 'user',
    summary: "The caller's devices, the last used first, and how many the plan allows.",
    input: Body({}),
    output: Type.Object({
      month: Type.Object(
        { up: Type.Integer(), down: Type.Integer() },
        { description: 'Bytes of this month, in UTC, of all devices together; none are counted by device' },
      ),
      limit: Type.Integer(),
      list: Type.Array(Device),
    }),
  }),
  '/api/user/user_unbind_device': call({
    access: 'user',
    summary: 'Frees the place of a device and ends its sessions at once.',
    input: Body({ id: DeviceId }),
    output: Type.Object({}),
  }),
  '/api/user/user_rename_device': call({
    access: 'user',
    summary: 'Gives a device a name.',
    input: Body({ id: DeviceId, name: Type.String({ maxLength: 256 }) }),
    output: Type.Object({}),
  }),
  '/api/user/user_login_replace_device': call({
    access: 'public',
    signed: true,
    login: true,
    summary:
      'Goes on with a sign-in that answered `DeviceLimitReached`: removes the device `id` and signs in. Returns a token in the header `pragma`.',
    input: Body({ challenge: Type.String({ minLength: 1, maxLength: 128 }), id: DeviceId }),
    output: SignedIn,
  }),
  '/api/user/user_register_deviceid': call({
    access: 'public',
    signed: true,
    login: true,
    summary:
      'Native apps: opens an account without a name, bound to the device. Returns a register token in the header `pragma`, and with the secret that brings the app back until the account has a password.',
    input: Body({
      inviteCode: Type.Optional(InviteCode),
      campaign: Type.Optional(CampaignOrigin),
      agreed: Type.Boolean(),
    }),
    output: Type.Object({ uid: Type.Integer(), deviceSecret: Type.String() }),
  }),
  '/api/user/user_login_deviceid': call({
    access: 'public',
    signed: true,
    login: true,
    summary: 'Native apps: signs in with the secret of user_register_deviceid. The device id alone opens nothing.',
    input: Body({ deviceSecret: Type.String({ minLength: 1, maxLength: 128 }) }),
    output: SignedIn,
  }),
  '/api/user/user_name_account': call({
    access: 'user',
    summary:
      'Gives an account that was opened by device id its account name and password. Takes its secret, which ends; without it only within ten minutes of opening the account.',
    input: Body({
      accountName: Type.String({ maxLength: 256 }),
      password: Type.String({ maxLength: 1024 }),
      deviceSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    }),
    output: Type.Object({}),
  }),
  '/api/user/user_trial': call({
    access: 'user',
    summary: 'Whether the free trial can be had, how it stands, and until when it waits or runs.',
    input: Body({}),
    output: Trial,
  }),
  '/api/user/user_claim_trial': call({
    access: 'user',
    summary:
      'Asks for the free trial, once per account and per device. It waits for the first sign-in of an app or fetch of a link; where an app is signed in, it runs at once.',
    input: Body({}),
    output: Trial,
  }),
  '/api/user/user_web_login_code': call({
    access: 'user',
    summary: 'A code that opens the web account once, within a minute, and the address to open.',
    input: Body({}),
    output: Type.Object({ code: Type.String(), url: Type.String(), expiresAt: Instant('When the code ends') }),
  }),
  '/api/user/user_login_code': call({
    access: 'public',
    signed: true,
    login: true,
    summary:
      'Takes a code of user_web_login_code, or a full token, out of an address, once, and says whose account it opens. No one is signed in by it.',
    input: Body({ code: Type.String({ minLength: 1, maxLength: 128 }) }),
    output: Type.Object({
      ticket: Type.String({ description: 'For user_login_ticket, after the person has said yes' }),
      name: Nullable(Type.String({ description: 'A little of the name of the account; null if it has none' })),
      idEnd: Type.String({ description: 'The last three digits of its user id' }),
      expiresAt: Instant('When the ticket ends'),
    }),
  }),
  '/api/user/user_login_ticket': call({
    access: 'public',
    signed: true,
    login: true,
    summary:
      'Exchanges a ticket of user_login_code for a session, once. The session has the proof of identity and the end of the one that it was opened from, and ends with it. Returns a token in the header `pragma`.',
    input: Body({ ticket: Type.String({ minLength: 1, maxLength: 128 }) }),
    output: SignedIn,
  }),
}
