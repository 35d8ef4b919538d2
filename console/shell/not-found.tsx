import { Link } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { Head } from '#console/frame/head.tsx'

export default function NotFound() {
  const { nowhere } = useSpoken().t
  return (
    <>
      <Head title={nowhere.title} about={nowhere.text} />
      <p>
        <Link to="/console">{nowhere.back}</Link>
      </p>
    </>
  )
}
