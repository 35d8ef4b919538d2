import { OpensSoon } from '../opens-soon.tsx'

export default function Benefits() {
  return <OpensSoon section="benefits" />
}
