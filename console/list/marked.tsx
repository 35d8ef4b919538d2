import { markedParts } from '#console/client/marked-parts.ts'

type Props = { readonly text: string; readonly typed: string; readonly isWords?: boolean }

export const Marked = ({ text, typed, isWords = false }: Props) =>
  markedParts(text, typed, isWords).map((part, index) =>
    part.isMarked ? <mark key={index}>{part.text}</mark> : part.text,
  )
