import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { ConsoleMe } from '#shared/console.ts'
import { postJson } from './ask.ts'
import { ConsoleError } from './console-error.ts'

const webAuthn = () => import('@simplewebauthn/browser')
/** The browser was closed over, or has no passkey of this site. */
export class PasskeyLeft extends Error {}

async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ConsoleError) throw error
    throw new PasskeyLeft('', { cause: error })
  }
}

/** Has the browser ask for finger, face or PIN; returns who is here by then. */
export const askForPasskey = (path: 'sign-in' | 'factor'): Promise<ConsoleMe> =>
  asking(async () => {
    const { startAuthentication } = await webAuthn()
    const optionsJSON = (await postJson('passkey', {})) as PublicKeyCredentialRequestOptionsJSON
    const response = await startAuthentication({ optionsJSON })
    return (await postJson(`passkey/${path}`, { response })) as ConsoleMe
  })

/** Has the browser make a passkey for these options. */
export const makePasskey = (options: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON> =>
  asking(async () => (await webAuthn()).startRegistration({ optionsJSON: options }))
