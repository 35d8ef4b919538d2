import { ActionsOf } from '#console/act/action-list.tsx'
import { useAddressValues } from '#console/client/address-values.ts'
import { useSpoken } from '#console/client/language.ts'
import { Finder } from '#console/list/finder.tsx'
import { Head } from '#console/list/head.tsx'
import type { PeopleText } from '#console/text/en/places/people.ts'
import { Mailings, Segments } from './mailings.tsx'
import { Person } from './person.tsx'

/** `/console/people`: the box that finds, or the person whom the address names behind its #. */
export default function People({ t }: { t: PeopleText }) {
  const { t: shell } = useSpoken()
  const [{ user }] = useAddressValues()
  if (user) return <Person key={user} user={user} t={t} />
  return (
    <>
      <Head title={shell.places.people} about={t.about} />
      <Finder t={t} />
      <Segments />
      <Mailings />
      <ActionsOf place="people" />
    </>
  )
}
