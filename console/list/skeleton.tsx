import { useSpoken } from '#console/client/language.ts'

export const Skeleton = () => (
  <div className="skel" role="status" aria-busy="true">
    <span className="vh">{useSpoken().t.loading}</span>
  </div>
)
