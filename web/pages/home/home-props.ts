import type { PageProps } from '#web/render/page.ts'
import type { HomeText } from '#web/text/en/home.ts'

export type HomeProps = PageProps<HomeText>
