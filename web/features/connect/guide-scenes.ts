import type { GuideId, GuidesTexts } from '#text/en/site/guides.ts'
import type { System } from './apps.ts'

export type Scene = keyof GuidesTexts['alts']
export type Frame = 'phone' | 'window'

/**
 * Drawing of each step. Words of menus are in `text/en/site/guides.ts` and its Chinese. They and the order of steps come
 * from the apps' own files:
 * - Clash Verge Rev at e11b742: `layout.json`, `profiles.json` and `settings.json` in `src/locales/{en,zh}`
 * - Clash Party at 02f7aea: `sider.cards` and `profiles` in `src/renderer/src/locales/{en-US,zh-CN}.json`
 * - Clash Meta at 82b73a4: `design/src/main/res/values{,-zh}/strings.xml`, `ProfileProvider.kt`, `design_profiles.xml`
 * - v2rayNG at 63f5572: `res/values{,-zh-rCN}/strings.xml`, `MainDrawer.kt`, `MainImportMenu.kt`, `SubEditActivity.kt`
 * - sing-box: `strings.xml` and `ProfilesCard.kt` of the Android app at 590896b, `Localizable.xcstrings` and
 *   `NewProfileMenuView.swift` of the Apple app at 7cc7314
 * - Hiddify at 210548d: `assets/translations/{en,zh-CN}.i18n.json`, `home_page.dart`, `fix_btns.dart`
 * - v2rayN at af0eb9e: `ResUI{,.zh-Hans}.resx`, `MainWindow.xaml`, `ProfilesView.xaml`, `StatusBarView.axaml`
 *
 * Shadowrocket's source is closed: its words come from the guides in GeekQuerxy/PANEL_DOC (`SSPanel/iOS/Shadowrocket.md`)
 * and bugvpn1/tutorial. So is Stash's: its guide uses the address documented at stash.wiki/en/faq/url-schema.
 */
export const scenes: { readonly [Id in GuideId]: readonly Scene[] } = {
  shadowrocket: ['add', 'form', 'switch'],
  'clash-verge-rev': ['side', 'form', 'pick', 'switch'],
  'clash-party': ['side', 'form', 'pick', 'switch'],
  'clash-meta-android': ['add', 'form', 'pick', 'start'],
  v2rayng: ['menu', 'form', 'more', 'round'],
  stash: ['page', 'pick', 'switch'],
  'sing-box': ['add', 'form', 'start'],
  hiddify: ['add', 'pick', 'start'],
  v2rayn: ['menu', 'form', 'menu', 'switch'],
}

export const frameOf = (system: System): Frame => (system === 'ios' || system === 'android' ? 'phone' : 'window')
