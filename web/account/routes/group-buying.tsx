import { OpensSoon } from '../opens-soon.tsx'

export default function GroupBuying() {
  return <OpensSoon section="group-buying" />
}
