import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import { Empty } from '#ui/empty.tsx'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { comma } from '#web/display/comma.ts'
import { displayBytes } from '#web/display/display-bytes.ts'
import { displayDate, displayMoment } from '#web/display/display-date.ts'
import type { DeviceTexts } from '#text/en/site/device.ts'
import { devicesQuery, type Device } from './devices.queries.ts'
import { RenameDevice, UnbindDevice } from './device-dialogs.tsx'
import styles from './devices.module.css'

type Props = { readonly t: DeviceTexts; readonly language: Language }
type Open = { readonly act: 'rename' | 'unbind'; readonly device: Device } | null

export default function DeviceList({ t, language }: Props) {
  const { data, isError, refetch } = useQuery(devicesQuery)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)

  if (!data) {
    return isError ? <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} /> : <Skeleton size="list" />
  }
  if (data.list.length === 0) {
    return (
      <Empty title={t.empty} text={t.emptyText}>
        <a className="link" href="/download">
          {t.getApp}
        </a>
        <a className="link" href="/user/connect">
          {t.connect}
        </a>
      </Empty>
    )
  }
  const bytes = data.month.up + data.month.down
  return (
    <>
      <p className="dim">{t.lead}</p>
      <p className={styles.used}>
        <b className="num">{t.used(data.list.length, data.limit)}</b>
        <progress aria-hidden="true" value={data.list.length} max={Math.max(data.limit, data.list.length)} />
        {bytes > 0 && <span className="small dim">{t.month(displayBytes(bytes, language))}</span>}
      </p>
      {t.types.map((label, type) => {
        const devices = data.list.filter((device) => device.type === type)
        return (
          devices.length > 0 && (
            <section key={label} aria-labelledby={`devices-${type}`}>
              <h2 id={`devices-${type}`} className={styles.kind}>
                {label}
              </h2>
              <ul className={styles.rows}>
                {devices.map((device) => (
                  <Row key={device.id} t={t} language={language} device={device} onOpen={setOpen} />
                ))}
              </ul>
            </section>
          )
        )
      })}
      {open?.act === 'rename' && <RenameDevice t={t} language={language} device={open.device} onClose={close} />}
      {open?.act === 'unbind' && <UnbindDevice t={t} language={language} device={open.device} onClose={close} />}
    </>
  )
}

function Row({ t, language, device, onOpen }: Props & { device: Device; onOpen: (open: Open) => void }) {
  const name = device.name ?? t.unnamed
  const system = [t.systems[device.os], device.osVersion].filter(Boolean).join(' ')
  return (
    <li>
      <DeviceIcon type={device.type} />
      <div className={styles.about}>
        <b>
          {name} {device.current && <span className="tag ok">{t.thisOne}</span>}
          {device.link && <span className="tag">{t.byLink}</span>}{' '}
          {device.link?.isInUse && <span className="tag ok">{t.inUse}</span>}
        </b>
        <span className="small dim">{system}</span>
        <span className="small dim">
          {device.link?.fetchedAt === null && !device.link.isInUse
            ? t.unused
            : t.lastUsed(displayMoment(device.link?.fetchedAt ?? device.lastUsedAt, language))}
          {comma(language)}
          {t.added(displayDate(device.registeredAt, language))}
        </span>
      </div>
      <div className={styles.acts}>
        <button
          type="button"
          className="btn quiet s"
          aria-label={t.renameLabel(name)}
          onClick={() => onOpen({ act: 'rename', device })}
        >
          {t.rename}
        </button>
        <button
          type="button"
          className="btn quiet s"
          aria-label={t.unbindLabel(name)}
          onClick={() => onOpen({ act: 'unbind', device })}
        >
          {t.unbind}
        </button>
      </div>
    </li>
  )
}

const DeviceIcon = ({ type }: { type: 0 | 1 }) => (
  <svg className={styles.icon} viewBox="0 0 40 40" aria-hidden="true">
    {type === 0 ? (
      <path d="M12 4h16a3 3 0 0 1 3 3v26a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM17 31h6" />
    ) : (
      <path d="M6 8h28a2 2 0 0 1 2 2v17H4V10a2 2 0 0 1 2-2zM1 33h38" />
    )}
  </svg>
)
