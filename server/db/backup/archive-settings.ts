/**
 * Settings with which a PostgreSQL hands each finished piece of its log to a folder, at the latest after a minute: what can be lost with
 * the machine is that minute. A piece is there whole or not at all, and one that is handed over twice must be the same.
 */
export function archiveSettings(folder: string): string[] {
  const [kept, part] = [`${place(folder)}/%f`, `${place(folder)}/.%f.part`]
  const keep = `cp %p ${part} && sync ${part} && mv ${part} ${kept}`
  return [
    'archive_mode=on',
    'archive_timeout=60',
    `archive_command=if test -f ${kept}; then cmp -s %p ${kept}; else ${keep}; fi`,
  ]
}

/** Settings with which a copy is brought forward out of that folder, up to a moment or to the end, and then serves. */
export const recoverySettings = (folder: string, until: Date | null): string[] => [
  `restore_command=cp ${place(folder)}/%f %p`,
  'recovery_target_action=promote',
  ...(until ? [`recovery_target_time=${until.toISOString().replace('T', ' ').replace('Z', '+00')}`] : []),
]

/** For a shell, in a setting where a percent sign says that a name follows. */
const place = (folder: string): string => `'${folder.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`
