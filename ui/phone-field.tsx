import { useEffect, useId, useMemo, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { guessCountry, nameCountries, type Country } from './phone-countries.ts'
import { loadPhones, phoneFieldNames, type PhoneValue } from './phone-number.ts'
import { TextField } from './text-field.tsx'
import styles from './phone-field.module.css'

type PhoneWords = { readonly phone: string; readonly country: string; readonly phoneHint: string }
type Props = {
  readonly words: PhoneWords
  readonly language: Language
  readonly error?: string | undefined
  readonly initial?: PhoneValue | undefined
}

/** Most common countries per language, shown until the full list has loaded. */
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

export function PhoneField({ words, language, error, initial }: Props) {
  const id = useId()
  const [countries, setCountries] = useState<readonly Country[]>(usual[language])
  useEffect(() => {
    let left = false
    // If the full list fails to load, the common countries remain; submitting the form tries again.
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
