/**
 * PostgreSQL settings that archive each finished WAL segment to a folder, after a minute at the latest, so that losing
 * the machine loses at most that minute. Segments appear atomically; a segment that is archived twice must be
 * identical.
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

export const recoverySettings = (folder: string, until: Date | null): string[] => [
  `restore_command=cp ${place(folder)}/%f %p`,
  'recovery_target_action=promote',
  ...(until ? [`recovery_target_time=${until.toISOString().replace('T', ' ').replace('Z', '+00')}`] : []),
]

/** Quotes a path for the shell. PostgreSQL expands percent signs in these settings, so they are doubled. */
const place = (folder: string): string => `'${folder.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`
