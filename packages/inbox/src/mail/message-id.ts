/** Folder, uidValidity and uid with dots between (docs/api-v1.md). */

/** The id of the message's folder. */
export function folderIdOf(messageId: string): string {
  return messageId.split('.').slice(0, -2).join('.');
}

/** The message's uid. */
export function uidOf(messageId: string): number {
  return Number(messageId.slice(messageId.lastIndexOf('.') + 1));
}

/** Groups ids by folder, in order of first occurrence. */
export function groupByFolder(messageIds: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const id of messageIds) {
    const folder = folderIdOf(id);
    groups.set(folder, [...(groups.get(folder) ?? []), id]);
  }
  return groups;
}
