import { membershipStates, peopleSorts } from '#shared/contract/operator/people-sorts.ts'
import { ActButton } from '#console/act/act-button.tsx'
import { useAddressValues } from '#console/client/address-values.ts'
import { Filters, FilterSelect, usePlanOptions, type Option } from '#console/list/filters.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { PeopleText } from '#console/text/en/places/people.ts'

const dayChoices = ['1', '3', '7', '14', '30', '90']
const languages = ['en', 'zh-CN'] as const
const languageNames = { en: 'English', 'zh-CN': '中文' } as const

const languageName = (language: string): string =>
  language === 'en' || language === 'zh-CN' ? languageNames[language] : language

export function PeopleList({ t }: { t: PeopleText }) {
  const [values, setValues] = useAddressValues()
  const plans = usePlanOptions()
  const yesOrNo = (yes: string, no: string): Option[] => [
    { value: 'yes', label: yes },
    { value: 'no', label: no },
  ]
  const { days, paid, blocked } = t.list
  const filters: Readonly<Record<string, readonly Option[]>> = {
    membership: membershipStates.map((value) => ({ value, label: t.list.membership[value] })),
    endsWithin: dayChoices.map((value) => ({ value, label: days(Number(value)) })),
    plan: plans,
    paid: yesOrNo(paid.yes, paid.no),
    blocked: yesOrNo(blocked.yes, blocked.no),
    spokenIn: languages.map((value) => ({ value, label: languageNames[value] })),
  }
  const names = Object.keys(filters)
  const asked = Object.fromEntries([...names, 'sort'].flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  const choose = (name: string, value: string) =>
    setValues({ ...asked, ...(values.query && { query: values.query }), [name]: value })
  const { endsWithin, sort, ...chosen } = asked
  const within = endsWithin ? { endsWithin: Number(endsWithin) } : {}
  return (
    <ListPanel
      name="people.list"
      input={{ ...chosen, ...within, ...(sort && { sort: sort as (typeof peopleSorts)[number] }) }}
      rowsOf="items"
      cells={{
        language: { render: ({ language }) => <span className="nb">{languageName(language)}</span> },
        blocked: { render: ({ blocked: since }) => since !== null && <span className="tag stop">{t.blocked}</span> },
      }}
      aside={
        <span className="bar">
          <Filters chosen={Object.keys(asked).length}>
            {names.map((name) => (
              <FilterSelect
                key={name}
                name={name}
                label={name === 'paid' ? t.list.payment : undefined}
                any={t.list.any}
                options={filters[name] ?? []}
                value={values[name]}
                onChoose={choose}
              />
            ))}
            <FilterSelect
              name="sort"
              any={t.list.usual}
              options={peopleSorts.map((each) => ({ value: each, label: t.list.sort[each] }))}
              value={sort}
              onChoose={choose}
            />
          </Filters>
          <ActButton
            name="exports.start"
            given={{ list: 'people', ...chosen, ...within }}
            label={t.list.export}
            look="quiet"
          />
        </span>
      }
    />
  )
}
