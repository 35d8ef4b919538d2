import { listComma } from '#shared/language.ts'
import { useState } from 'react'
import { setSingleKeysEnabled, areSingleKeysEnabled, placeKeys } from '#console/client/keys.ts'
import { useSpoken } from '#console/client/language.ts'
import { placeNames } from '#shared/contract/operator/console-places.ts'
import { Dialog } from '#console/frame/dialog.tsx'
import { Line } from '#console/frame/output-line.tsx'
import en from '#console/text/en/dialogs.ts'
import zh from '#console/text/zh-CN/dialogs.ts'

const texts = { en: en.keys, 'zh-CN': zh.keys }

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useSpoken()
  const [single, setSingle] = useState(areSingleKeysEnabled)
  const keyList = texts[language]
  return (
    <Dialog title={keyList.title} onClose={onClose}>
      <dl className="keylist">
        <Line label={<kbd>Ctrl K</kbd>}>{keyList.find}</Line>
        <Line label={<kbd>G</kbd>}>
          {keyList.go}
          <br />
          <span className="dim">
            {placeNames.map((name) => `${placeKeys[name].toUpperCase()} ${t.places[name]}`).join(listComma(language))}
          </span>
        </Line>
        <Line
          label={
            <>
              <kbd>J</kbd> <kbd>K</kbd>
            </>
          }
        >
          {keyList.rows}
        </Line>
        <Line label={<kbd>Enter</kbd>}>{keyList.open}</Line>
        <Line label={<kbd>V</kbd>}>{t.views}</Line>
        <Line label={<kbd>?</kbd>}>{keyList.help}</Line>
        <Line label={<kbd>Esc</kbd>}>{keyList.esc}</Line>
      </dl>
      <div className="flag">
        <input
          id="single-keys"
          type="checkbox"
          aria-describedby="single-keys-hint"
          checked={single}
          onChange={(event) => {
            setSingle(event.target.checked)
            setSingleKeysEnabled(event.target.checked)
          }}
        />
        <div>
          <label htmlFor="single-keys">{keyList.single}</label>
          <p className="sub" id="single-keys-hint">
            {keyList.singleHint}
          </p>
        </div>
      </div>
    </Dialog>
  )
}
