const marks: Readonly<Record<string, { readonly colour: string; readonly shape: string }>> = {
  ethereum: {
    colour: '#4a5fc1',
    shape: 'M16 6l6.500 10.300L16 20l-6.500-3.700zM9.500 18.200 16 26l6.500-7.800L16 22z',
  },
  bsc: {
    colour: '#8f6a00',
    shape: 'M16 7l3 3-3 3-3-3zM10 13l3 3-3 3-3-3zM22 13l3 3-3 3-3-3zM16 13l3 3-3 3-3-3zM16 19l3 3-3 3-3-3z',
  },
  polygon: {
    colour: '#6f3bd2',
    shape: 'M16 7l7.500 4.500v9L16 25l-7.500-4.500v-9zM16 11.500l-3.700 2.200v4.600l3.700 2.200 3.700-2.200v-4.600z',
  },
  arbitrum: { colour: '#1b5c9e', shape: 'M16 6 25 24h-4.500L16 14.500 11.500 24H7zM16 18l3 6h-6z' },
  base: { colour: '#1652f0', shape: 'M16 7a9 9 0 1 1-8.900 10.200h11.400v-2.400H7.100A9 9 0 0 1 16 7z' },
  tron: { colour: '#c22826', shape: 'M6.500 8 21 10.500l5 4.700L15.500 27zM10.500 11l4.300 10.500 1.200-7z' },
  USDT: {
    colour: '#14786a',
    shape:
      'M9 8h14v4h-5v2.200c3.500.2 6 .9 6 1.900s-2.500 1.700-6 1.900V25h-4v-7c-3.500-.2-6-.9-6-1.900s2.500-1.700 6-1.900V12H9z',
  },
  USDC: {
    colour: '#2068b8',
    shape:
      'M14.800 8h2.400v2.200c2.200.3 3.600 1.600 3.800 3.600h-2.600c-.2-1-1-1.500-2.400-1.500s-2.200.6-2.200 1.500c0 1 1 1.200 2.600 1.500 2.600.5 4.800 1.200 4.800 3.700 0 2-1.500 3.300-4 3.700V25h-2.400v-2.300c-2.500-.3-4-1.700-4.100-3.900h2.700c.2 1.100 1.100 1.700 2.700 1.700 1.500 0 2.400-.6 2.400-1.500 0-1-.9-1.300-2.600-1.600-2.500-.5-4.700-1.100-4.700-3.600 0-1.900 1.400-3.200 3.600-3.600z',
  },
}

export function NetworkMark({ id, name }: { id: string; name: string }) {
  const mark = marks[id]
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={mark?.colour ?? '#43544d'} />
      {mark ? (
        <path fill="#fff" fillRule="evenodd" d={mark.shape} />
      ) : (
        <text x="16" y="22" textAnchor="middle" fontSize="17" fontWeight="700" fill="#fff">
          {name.slice(0, 1).toUpperCase()}
        </text>
      )}
    </svg>
  )
}
