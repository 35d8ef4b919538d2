import { sumText, type StatedSum } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'

export const Sum = ({ of }: { of: StatedSum }) => <span className="nb">{sumText(of, useSpoken().language)}</span>
