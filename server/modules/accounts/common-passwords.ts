/** How many of the most common passwords that are long enough to be chosen are refused. */
const refused = 3_000

let common: Promise<ReadonlySet<string>> | undefined

/** Loaded at the first registration: nobody else needs the list. */
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(
    dictionary['passwords-common']
      .map(String)
      .filter((word) => word.length >= 8)
      .slice(0, refused),
  )
}

export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load()
  return (await common).has(password.toLowerCase())
}
