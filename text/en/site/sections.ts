/** Texts of the account area that the server renders. */
const sections = {
  menu: 'Account',
  account: 'My account',
  loading: 'Loading',
  logOut: 'Log out',
  sections: {
    profile: 'Overview',
    orders: 'Orders',
    security: 'Security',
    notifications: 'Notifications',
    connect: 'Connect',
    device: 'Devices',
    reward: 'Invite',
    kol: 'Affiliate',
    'group-buying': 'Groups',
    benefits: 'Benefits',
    help: 'Help',
  },
  unread: (count: number) => `${count} unread`,
}
export type SectionTexts = typeof sections
export default sections
