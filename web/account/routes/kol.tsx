import { OpensSoon } from '../opens-soon.tsx'

export default function Kol() {
  return <OpensSoon section="kol" />
}
