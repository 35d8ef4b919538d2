/** Credentials of the simulated VPN panel; public, like all demo keys. */
export const demoPanel = {
  prefix: '/remnawave',
  token: 'the-token-of-the-simulated-panel',
  squad: '4d9a0021-6b1e-4c52-9a70-3f0c5e8d7b21',
} as const
