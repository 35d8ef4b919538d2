import { useEffect, useId, useMemo, useState } from 'react'
import type { CountryCode } from '#shared/phone.ts'
import type { Language } from '#shared/language.ts'
import { loadPhones, phoneFieldNames, type PhoneValue } from './phone-number.ts'
import { TextField } from './text-field.tsx'
import styles from './phone-field.module.css'

export type PhoneWords = { readonly phone: string; readonly country: string; readonly phoneHint: string }
type Props = {
  readonly words: PhoneWords
  readonly language: Language
  readonly error?: string | undefined
  readonly initial?: PhoneValue | undefined
}
type Country = { readonly country: CountryCode; readonly callingCode: string }

/** Before the table is there: the countries that most readers of each language are in. */
const usual: Record<Language, readonly Country[]> = {
  en: [
    { country: 'US', callingCode: '1' },
    { country: 'CN', callingCode: '86' },
  ],
  'zh-CN': [
    { country: 'CN', callingCode: '86' },
    { country: 'US', callingCode: '1' },
  ],
}

/** A phone number: the country's code, and the rest as people write it. A number with + in front needs no country. */
export function PhoneField({ words, language, error, initial }: Props) {
  const id = useId()
  const [countries, setCountries] = useState<readonly Country[]>(usual[language])
  useEffect(() => {
    let left = false
    // Without the table the usual countries remain, and anyone who sends the form tries again.
    loadPhones().then(
      ({ phoneCountries }) => left || setCountries(phoneCountries()),
      () => null,
    )
    return () => void (left = true)
  }, [])
  const options = useMemo(() => nameCountries(countries, language), [countries, language])
  const [country, setCountry] = useState<string>(() => initial?.country ?? guessCountry(language))

  return (
    <div className={styles.phone}>
      <div className="field">
        <label className="label" htmlFor={id}>
          {words.country}
        </label>
        <select
          className={`input ${styles.country}`}
          id={id}
          name={phoneFieldNames.country}
          autoComplete="tel-country-code"
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        >
          {options.map(({ country: code, callingCode, name }) => (
            <option key={code} value={code}>
              {`+${callingCode} ${name}`}
            </option>
          ))}
        </select>
      </div>
      <TextField
        label={words.phone}
        name={phoneFieldNames.number}
        type="tel"
        autoComplete="tel"
        defaultValue={initial?.number}
        hint={words.phoneHint}
        error={error}
      />
    </div>
  )
}

function nameCountries(countries: readonly Country[], language: Language) {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const named = countries.map((country) => ({ ...country, name: names.of(country.country) ?? country.country }))
  named.sort((a, b) => a.name.localeCompare(b.name, language))
  return named
}

/** The browser's region where it has one ("en-GB"); someone who reads Chinese most likely has a Chinese number. */
function guessCountry(language: Language): string {
  const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1]
  return language === 'zh-CN' ? 'CN' : (region ?? 'US')
}
