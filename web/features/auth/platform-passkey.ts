let known: Promise<boolean> | null = null

/** Whether this device can keep a passkey itself, behind a face, a finger or its PIN. Asked once for each page. */
export const canKeepPasskey = (): Promise<boolean> => (known ??= Promise.race([ask(), giveUp()]))

async function ask(): Promise<boolean> {
  try {
    return (await window.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false
  } catch {
    return false
  }
}

/** A browser that does not say must not keep anyone from signing up: a password works everywhere. */
const giveUp = () => new Promise<false>((resolve) => setTimeout(resolve, 1_000, false))
