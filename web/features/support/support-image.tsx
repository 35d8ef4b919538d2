import { useQuery } from '@tanstack/react-query'
import { api } from '#web/client/api.ts'
import type { ChosenImage } from './draft.ts'
import styles from './support.module.css'

type Props = { readonly image: ChosenImage; readonly alt: string }

/** Image of a support message. Fetched with the session token, so it has no public URL. */
export function SupportImage({ image: { id, width, height }, alt }: Props) {
  const { data } = useQuery({
    queryKey: ['support-image', id],
    queryFn: () => api('/api/user/support_image', { id }, { handlesErrors: true }),
    staleTime: Infinity,
  })
  return (
    <img
      className={styles.image}
      src={data ? `data:image/webp;base64,${data.webp}` : undefined}
      width={width}
      height={height}
      alt={alt}
    />
  )
}
