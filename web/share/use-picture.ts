import { useEffect, useRef, useState } from 'react'
import { drawPicture, type PictureCard } from './draw-picture.ts'

export function usePicture(card: PictureCard, fileName: string) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [failed, setFailed] = useState(false)
  const said = JSON.stringify(card)
  useEffect(() => {
    const sheet = canvas.current
    if (!sheet) return
    let current = true
    setFile(null)
    drawPicture(sheet, JSON.parse(said) as PictureCard).then(
      (png) => current && setFile(new File([png], fileName, { type: png.type })),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [said, fileName])
  return { canvas, file, failed }
}
