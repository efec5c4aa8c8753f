import type { MailServerEntry } from '../domain/accounts/mail-server-entry.ts';

const FLAGS = /[^\w\s\\]([a-zA-Z]*)$/;

/** Warns of the flag `m`: user names match by line. */
export function warnOfMultilinePatterns(entries: readonly MailServerEntry[]): readonly string[] {
  return entries.flatMap(({ id, patterns }) =>
    patterns
      .filter(({ source }) => FLAGS.exec(source)?.[1]?.includes('m'))
      .map(
        ({ source }) =>
          `The expression ${source} of the entry ${id} has the flag m: ^ and $ match at each line of a name. Remove the flag.`,
      ),
  );
}
