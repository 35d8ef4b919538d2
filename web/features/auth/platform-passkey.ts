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
