import type { Control } from '#console/act/action-form.tsx'
import { ActPanel } from '#console/act/act-panel.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import type { Output } from '#console/client/wire.ts'
import { Note } from '#console/frame/note.tsx'
import { Reading, Skeleton } from '#console/frame/query-state.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Rehearsal } from './rehearsal.tsx'
import { consoleApi } from '#shared/console.ts'
import type { SettingName } from '#shared/setting-names.ts'
import type { SettingsText } from '#console/text/en/places/settings.ts'
import { settingForms, settingGroups, type SettingGroup, type FormNode } from './setting-forms.ts'
import { SettingInput } from './setting-input.tsx'
import './settings.css'

type ShownLine = { readonly path: string; readonly text: string }

/** Value of a setting as lines of name and text; fields without a value are left out. */
function showSetting(node: FormNode, path: string, value: unknown, t: SettingsText): ShownLine[] {
  if (value === null || value === undefined || value === '') return []
  if (node.kind === 'group')
    return Object.entries(node.fields).flatMap(([name, each]) =>
      showSetting(each, `${path}.${name}`, (value as Readonly<Record<string, unknown>>)[name], t),
    )
  if (typeof value === 'boolean') return [{ path, text: value ? t.names['set.on'] : t.names['set.off'] }]
  if (Array.isArray(value)) return value.length === 0 ? [] : [{ path, text: value.join(', ') }]
  if (node.kind === 'percent') return [{ path, text: `${Number(value) / 100} %` }]
  return [{ path, text: typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '' }]
}

/**
 * All settings of the shop by subject. One at a time can be changed; its name is in the URL, so that pages can link to
 * it.
 */
export default function Settings({ t }: { t: SettingsText }) {
  const settings = useRead('settings.show', {})
  const { role } = useMe()
  return (
    <Reading of={settings}>
      {(data) => (
        <>
          {!mayDo(role, 'settings.set') && <Note kind="hold">{t.ownerOnly}</Note>}
          <Opening t={t} isOpen={data.isOpen} />
          <Rehearsal t={t} />
          {(Object.keys(settingGroups) as SettingGroup[]).map((group) => (
            <Panel key={group} title={t.groups[group].title} note={t.groups[group].note}>
              <ul className="settings">
                {settingGroups[group].map((name) => (
                  <Setting key={name} t={t} name={name} value={valueOf(data, name)} />
                ))}
              </ul>
            </Panel>
          ))}
        </>
      )}
    </Reading>
  )
}

/** Switch that opens or closes the shop to visitors, with a link for looking at the closed shop. */
function Opening({ t, isOpen }: { t: SettingsText; isOpen: boolean }) {
  const { role } = useMe()
  const [{ shop }, change] = useAddressValues()
  const isUsed = shop === 'switch'
  const go = isOpen ? t.opening.close : t.opening.start
  return (
    <Panel title={t.opening.title} note={isOpen ? t.opening.open : t.opening.closed}>
      <ul className="settings">
        <li>
          <div className="bar">
            <a className="lnk grow" href={`${consoleApi}/look`} target="_blank" rel="noreferrer">
              {t.opening.look}
            </a>
            {mayDo(role, 'shop.switch') && (
              <button
                type="button"
                className="btn q"
                aria-expanded={isUsed}
                onClick={() => change({ shop: isUsed ? undefined : 'switch' })}
              >
                {isUsed ? t.opening.cancel : go}
              </button>
            )}
          </div>
          {isUsed && (
            <ActPanel
              key={go}
              name="shop.switch"
              given={{ state: isOpen ? 'closed' : 'open' }}
              isTaking={isOpen}
              goLabel={() => go}
              hides={() => ['state']}
            />
          )}
        </li>
      </ul>
    </Panel>
  )
}

const valueOf = ({ settings }: Output<'settings.show'>, name: SettingName): unknown =>
  settings.find(({ setting }) => setting === name)?.value ?? null

type Props = { readonly t: SettingsText; readonly name: SettingName; readonly value: unknown }

function Setting({ t, name, value }: Props) {
  const { role } = useMe()
  const [{ setting }, change] = useAddressValues()
  const isOpen = setting === name
  const lines = showSetting(settingForms[name], name, value, t)
  return (
    <li>
      <div className="bar">
        <div className="grow">
          <b>{t.names[`set.${name}`]}</b>
          {lines.length === 0 && <span className="setting-value faint">{t.names['set.none']}</span>}
          {lines.length === 1 && lines[0]?.path === name && <span className="setting-value">{lines[0].text}</span>}
        </div>
        {mayDo(role, 'settings.set') && (
          <button
            type="button"
            className="btn q"
            aria-expanded={isOpen}
            onClick={() => change({ setting: isOpen ? undefined : name })}
          >
            {isOpen ? t.leave : t.change}
            <span className="vh"> {t.names[`set.${name}`]}</span>
          </button>
        )}
      </div>
      {!isOpen && lines.some(({ path }) => path !== name) && (
        <dl className="kv">
          {lines.map(({ path, text }) => (
            <div key={path}>
              <dt>{t.names[`set.${path}` as keyof typeof t.names]}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {isOpen && <Change t={t} name={name} />}
    </li>
  )
}

function Change({ t, name }: { t: SettingsText; name: SettingName }) {
  const control: Control = ({ value, onChange, error, part }) =>
    typeof value === 'string' ? (
      <SettingInput
        t={t}
        path={name}
        node={settingForms[name]}
        value={parse(value)}
        wrong={error === undefined ? undefined : { path: part ?? name, text: error }}
        onChange={(next) => onChange(JSON.stringify(next ?? null))}
      />
    ) : (
      <Skeleton />
    )
  return <ActPanel name="settings.set" given={{ setting: name }} controls={{ value: control }} showsParts />
}

/** Parses the value in the form, which the command palette may have filled with any text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
