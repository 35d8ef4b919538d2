import { useState } from 'react'
import { consoleApi } from '#shared/console.ts'
import type { Output } from '#console/client/wire.ts'
import { Dialog } from '#console/frame/dialog.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

type Images = Output<'messages.show'>['entries'][number]['images']
type Props = { readonly t: QueueText; readonly images: Images }

export function Pictures({ t: { talk }, images }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  if (images.length === 0) return null
  const shown = open === null ? undefined : images[open]
  const name = (at: number) => talk.picture(at + 1, images.length)
  return (
    <div className="bar">
      {images.map((image, at) => (
        <button key={image.id} type="button" className="picture" aria-label={name(at)} onClick={() => setOpen(at)}>
          <Picture image={image} alt="" />
        </button>
      ))}
      {open !== null && shown && (
        <Dialog title={name(open)} onClose={() => setOpen(null)}>
          <Picture image={shown} alt={name(open)} />
        </Dialog>
      )}
    </div>
  )
}

const Picture = ({ image: { id, width, height }, alt }: { image: Images[number]; alt: string }) => (
  <img src={`${consoleApi}/images/${id}`} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
)
