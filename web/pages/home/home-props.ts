import type { PageProps } from '#web/render/page.ts'
import type { HomeText } from '#text/en/site/home.ts'

export type HomeProps = PageProps<HomeText>
