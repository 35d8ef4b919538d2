import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { ConsoleMe } from '#shared/console.ts'
import { postJson } from './ask.ts'
import { ConsoleError } from './console-error.ts'

const webAuthn = () => import('@simplewebauthn/browser')
/** Thrown if the browser gave no passkey: the user cancelled, or the browser has none for this site. */
export class PasskeyLeft extends Error {}

async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ConsoleError) throw error
    throw new PasskeyLeft('', { cause: error })
  }
}

export const askForPasskey = (path: 'sign-in' | 'factor'): Promise<ConsoleMe> =>
  asking(async () => {
    const { startAuthentication } = await webAuthn()
    const optionsJSON = (await postJson('passkey', {})) as PublicKeyCredentialRequestOptionsJSON
    const response = await startAuthentication({ optionsJSON })
    return (await postJson(`passkey/${path}`, { response })) as ConsoleMe
  })

export const makePasskey = (options: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON> =>
  asking(async () => (await webAuthn()).startRegistration({ optionsJSON: options }))
