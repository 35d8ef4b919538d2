import type { ReactNode } from 'react'
import type { Method } from '#shared/method.ts'

const marks: Record<Method, ReactNode> = {
  alipay: (
    <>
      <rect width="40" height="40" rx="10" fill="#1677ff" />
      <path
        d="M9 12h22M20 7.5V17M12 17.5h16c-2 7-8 13-16 14M14 23c5 1 10 4 17 8"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
      />
    </>
  ),
  wechat: (
    <>
      <rect width="40" height="40" rx="10" fill="#07a850" />
      <path
        d="M17 9c-6 0-10.500 3.700-10.500 8.500 0 2.700 1.500 5 3.800 6.500l-.8 3.200 3.700-1.900c1.200.4 2.500.6 3.800.6h.7c-.9-5.500 4-10 10.300-10C26.800 11.800 22.300 9 17 9z"
        fill="#fff"
      />
      <path
        d="M33.500 24.300c0-4-4-7.100-8.500-7.100s-8.500 3.100-8.500 7.100 4 7.100 8.500 7.100c1 0 2-.1 2.900-.4l3 1.600-.7-2.700c2-1.300 3.300-3.300 3.300-5.600z"
        fill="#fff"
        stroke="#07a850"
        strokeWidth="1.2"
      />
    </>
  ),
  unionpay: (
    <>
      <path d="M11 6h9l-6 28H5z" fill="#d7262e" />
      <path d="M19.500 6h9l-6 28h-9z" fill="#0b4ea2" />
      <path d="M28 6h8l-6 28h-8z" fill="#007b84" />
    </>
  ),
  card: (
    <g stroke="var(--ink)" fill="none" strokeWidth="2.6">
      <rect x="4" y="8.500" width="32" height="23" rx="4.500" />
      <path d="M4 16h32M10 25h7" />
    </g>
  ),
  crypto: (
    <>
      <circle cx="20" cy="20" r="17" fill="#1a7f64" />
      <path
        d="M12 12.500h16M20 12.500V30M11 19.500c0 3.600 18 3.600 18 0s-18-3.600-18 0z"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
      />
    </>
  ),
}

export const MethodMark = ({ method }: { method: Method }) => (
  <svg viewBox="0 0 40 40" aria-hidden="true">
    {marks[method]}
  </svg>
)
