import { sumText, type StatedSum } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'

/** Money as people write it: $44.90, ¥268.00. */
export const Sum = ({ of }: { of: StatedSum }) => <span className="nb">{sumText(of, useSpoken().language)}</span>
