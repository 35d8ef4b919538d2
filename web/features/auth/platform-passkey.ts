let known: Promise<boolean> | null = null

/** True if this device can store a passkey itself, behind biometrics or a PIN. Cached per page. */
export const canKeepPasskey = (): Promise<boolean> => (known ??= Promise.race([ask(), giveUp()]))

async function ask(): Promise<boolean> {
  try {
    return (await window.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false
  } catch {
    return false
  }
}

/** A browser that never answers must not block the registration: a password works everywhere. */
const giveUp = () => new Promise<false>((resolve) => setTimeout(resolve, 1_000, false))
