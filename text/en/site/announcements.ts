const announcements = {
  title: 'Announcements',
  description: (brand: string) => `What is new at ${brand}.`,
  headline: 'Notices along the road.',
  empty: 'No announcements yet.',
  all: 'All announcements',
  sample: 'Sample',
}
export default announcements
export type AnnouncementsText = typeof announcements
