import type { Entered } from './auth.calls.ts'

let known: Promise<boolean> | null = null

/** True if this device can store a passkey protected by biometrics or a PIN. Asked once per page. */
export const canKeepPasskey = (): Promise<boolean> => (known ??= Promise.race([ask(), giveUp()]))

async function ask(): Promise<boolean> {
  try {
    return (await window.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false
  } catch {
    return false
  }
}

/**
 * Gives up on a browser that does not answer within a second, so that it cannot block the registration. A password
 * works everywhere.
 */
const giveUp = () => new Promise<false>((resolve) => setTimeout(resolve, 1_000, false))

/**
 * Offers passkeys in the field's autofill. It runs without a user action, so errors are not shown; the passkey button
 * remains.
 */
export async function offerPasskeyInField(onEntered: (entered: Entered) => void): Promise<void> {
  try {
    if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return
    const { signInWithPasskey } = await import('./passkey-sign-in.ts')
    const entered = await signInWithPasskey({ inField: true })
    if (entered) onEntered(entered)
  } catch {
    // Ignores the error, because autofill of passkeys is optional: the form works without it.
  }
}
