import { OpensSoon } from '../opens-soon.tsx'

export default function Reward() {
  return <OpensSoon section="reward" />
}
