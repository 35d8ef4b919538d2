import type { ReactNode } from 'react'
import type { Frame, Scene } from './guide-scenes.ts'
import styles from './guide.module.css'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type Props = { readonly frame: Frame; readonly scene: Scene; readonly mark: string; readonly alt: string }

/** Draws a screen of no particular app, with the control of this step marked. */
export function GuideDrawing({ frame, scene, mark, alt }: Props) {
  const { size, body, screen, draw } = frames[frame]
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${size}`} role="img" aria-label={alt}>
      <rect className={styles.body} {...body} />
      {screen}
      {draw[scene](mark)}
    </svg>
  )
}

const line = (x: number, y: number, width: number) => (
  <rect className={styles.line} x={x} y={y} width={width} height="6" rx="3" />
)
const row = ({ x, y, width, height }: Box) => (
  <g key={y}>
    <rect className={styles.row} x={x} y={y} width={width} height={height} rx="6" />
    {line(x + 8, y + height / 2 - 3, width * 0.45)}
  </g>
)
const rows = (box: Box, tops: readonly number[]) => tops.map((y) => row({ ...box, y }))

/** Draws the marked control with its word, or with a tick if it has no word. */
const marked = ({ x, y, width, height }: Box, word: string) => (
  <>
    <rect className={styles.mark} x={x} y={y} width={width} height={height} rx="6" />
    {word === '' ? (
      <path className={styles.sign} d={`M${x + width - 22} ${y + height / 2}l4 4 8-8`} />
    ) : (
      <text className={styles.word} x={x + width / 2} y={y + height / 2 + 3.5}>
        {word}
      </text>
    )}
  </>
)
const field = ({ x, y, width, height }: Box) => (
  <>
    <rect className={styles.field} x={x} y={y} width={width} height={height} rx="6" />
    <text className={styles.link} x={x + 8} y={y + height / 2 + 3.5}>
      https://…
    </text>
  </>
)
const plus = (x: number, y: number) => (
  <>
    <circle className={styles.mark} cx={x} cy={y} r="12" />
    <path className={styles.sign} d={`M${x - 5} ${y}h10m-5-5v10`} />
  </>
)
const toggle = (x: number, y: number) => (
  <>
    <rect className={styles.on} x={x} y={y} width="34" height="18" rx="9" />
    <circle className={styles.knob} cx={x + 25} cy={y + 9} r="6.5" />
  </>
)
const start = (x: number, y: number, word: string) => (
  <>
    <circle className={styles.mark} cx={x} cy={y} r="24" />
    <path className={styles.power} d={`M${x} ${y - 12}v11m6-8a10 10 0 1 1-12 0`} />
    <text className={styles.below} x={x} y={y + 42}>
      {word}
    </text>
  </>
)
const play = (x: number, y: number) => (
  <>
    <circle className={styles.mark} cx={x} cy={y} r="14" />
    <path className={styles.play} d={`M${x - 4} ${y - 6}l10 6-10 6z`} />
  </>
)

/** Draws an open menu of a phone app, with one entry marked. */
const menu = (word: string) => (
  <>
    <rect className={styles.panel} x="10" y="44" width="120" height="96" rx="8" />
    {line(20, 54, 60)}
    {line(20, 70, 72)}
    {marked({ x: 13, y: 84, width: 114, height: 26 }, word)}
    {line(20, 120, 54)}
  </>
)

const onPhone: Box = { x: 16, y: 46, width: 108, height: 22 }
const inWindow: Box = { x: 84, y: 40, width: 146, height: 22 }
const cards = (chosen: ReactNode) => (
  <>
    {row({ x: 84, y: 40, width: 68, height: 36 })}
    {chosen}
    {row({ x: 84, y: 84, width: 68, height: 36 })}
  </>
)

const windowMenu = (mark: string) => (
  <>
    {line(14, 12, 30)}
    {line(52, 12, 44)}
    <rect className={styles.panel} x="46" y="30" width="166" height="96" rx="6" />
    {line(56, 42, 90)}
    {marked({ x: 50, y: 56, width: 158, height: 24 }, mark)}
    {line(56, 92, 104)}
    {line(56, 108, 76)}
  </>
)

type Drawn = {
  readonly size: string
  readonly body: Box & { readonly rx: number }
  readonly screen: ReactNode
  readonly draw: { readonly [S in Scene]: (mark: string) => ReactNode }
}
const frames: { readonly [F in Frame]: Drawn } = {
  phone: {
    size: '140 152',
    body: { x: 4, y: 4, width: 132, height: 172, rx: 20 },
    screen: null,
    draw: {
      add: () => [line(16, 23, 50), plus(112, 26), ...rows(onPhone, [50, 78, 106, 134])],
      menu: (mark) => (
        <>
          <path className={styles.bars} d="M18 21h14m-14 6h14m-14 6h14" />
          {menu(mark)}
        </>
      ),
      more: (mark) => (
        <>
          <path className={styles.dots} d="M118 20h0m0 7h0m0 7h0" />
          {line(16, 23, 50)}
          {menu(mark)}
        </>
      ),
      side: (mark) => marked(onPhone, mark),
      form: (mark) => (
        <>
          {line(16, 23, 50)}
          {field({ ...onPhone, y: 52, height: 26 })}
          {marked({ ...onPhone, y: 96, height: 26 }, mark)}
        </>
      ),
      pick: (mark) => [
        line(16, 23, 50),
        row({ ...onPhone, y: 50 }),
        <g key="mark">{marked({ ...onPhone, y: 78 }, mark)}</g>,
        ...rows(onPhone, [106, 134]),
      ],
      switch: () => [line(16, 23, 50), <g key="on">{toggle(90, 17)}</g>, ...rows(onPhone, [50, 78, 106, 134])],
      start: (mark) => [line(16, 23, 50), <g key="start">{start(70, 90, mark)}</g>],
      round: () => [line(16, 23, 50), ...rows(onPhone, [50, 78, 106]), <g key="play">{play(110, 126)}</g>],
      page: (mark) => (
        <>
          <rect className={styles.field} x="16" y="18" width="108" height="18" rx="9" />
          {line(16, 56, 80)}
          {line(16, 70, 60)}
          {marked({ ...onPhone, y: 92, height: 26 }, mark)}
        </>
      ),
    },
  },
  window: {
    size: '240 150',
    body: { x: 4, y: 4, width: 232, height: 142, rx: 10 },
    screen: <path className={styles.edge} d="M4 26h232" />,
    draw: {
      add: () => [
        <g key="plus">{plus(216, 46)}</g>,
        line(16, 42, 70),
        ...rows({ ...inWindow, x: 16, width: 214 }, [68, 96]),
      ],
      menu: windowMenu,
      more: windowMenu,
      side: (mark) => (
        <>
          <path className={styles.edge} d="M74 26v120" />
          {line(14, 42, 40)}
          {marked({ x: 8, y: 58, width: 62, height: 22 }, mark)}
          {line(14, 92, 44)}
          {line(14, 110, 36)}
          {rows(inWindow, [40, 70, 100])}
        </>
      ),
      form: (mark) => (
        <>
          {field({ x: 16, y: 44, width: 140, height: 24 })}
          {marked({ x: 162, y: 44, width: 66, height: 24 }, mark)}
          {rows({ ...inWindow, x: 16, width: 212 }, [84, 112])}
        </>
      ),
      pick: (mark) => (
        <>
          <path className={styles.edge} d="M74 26v120" />
          {line(14, 42, 40)}
          {line(14, 62, 48)}
          {line(14, 82, 36)}
          {cards(marked({ x: 160, y: 40, width: 68, height: 36 }, mark))}
        </>
      ),
      switch: (mark) => (
        <>
          <rect className={styles.row} x="16" y="52" width="212" height="34" rx="8" />
          {mark === '' ? (
            line(28, 66, 80)
          ) : (
            <text className={styles.label} x="28" y="73">
              {mark}
            </text>
          )}
          {toggle(184, 60)}
          {rows({ ...inWindow, x: 16, width: 212 }, [98])}
        </>
      ),
      start: (mark) => start(120, 76, mark),
      round: () => [...rows({ ...inWindow, x: 16, width: 214 }, [40, 70]), <g key="play">{play(212, 122)}</g>],
      page: (mark) => (
        <>
          <rect className={styles.field} x="40" y="9" width="160" height="13" rx="6.5" />
          {line(60, 44, 120)}
          {line(60, 58, 90)}
          {marked({ x: 60, y: 80, width: 120, height: 26 }, mark)}
        </>
      ),
    },
  },
}
