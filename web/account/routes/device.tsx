import { Suspense } from 'react'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '../account-context.ts'
import styles from './profile.module.css'

const DeviceList = lazyPart(() => import('#web/features/devices/device-list.tsx'), {
  en: () => import('#text/en/site/device.ts'),
  'zh-CN': () => import('#text/zh-CN/site/device.ts'),
})

export default function Device() {
  const { t } = useAccount()
  return (
    <>
      <h1 className={styles.title}>{t.sections.device}</h1>
      <Suspense fallback={<Skeleton size="list" />}>
        <DeviceList />
      </Suspense>
    </>
  )
}
