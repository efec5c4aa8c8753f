/** Users without a domain, which the corpus leaves out, and which the API shows (`From: root (Cron Daemon)`). */
import type { ExpectedAddress, ExpectedMessage } from './corpus-expectation.ts';

/** A user, after an obsolete route (RFC 5322 §4.4), and before a comment, which is the name. */
const USER = /^\s*(?:@[^\s@:,]+:)?([^\s@<>:;"(),]+)\s*(?:\(([^()]*)\)\s*)?$/;

/** The expectation with the users of those fields in which nothing is expected, and which have nothing but such users. */
export function withUsers(expected: ExpectedMessage, raw: string): ExpectedMessage {
  const [header = ''] = raw.split(/\r?\n\r?\n/, 1);
  const { from, to, cc } = expected;
  return {
    ...expected,
    ...(from && { from: orUsers(from, fieldOf(header, 'from')) }),
    ...(to && { to: orUsers(to, fieldOf(header, 'to')) }),
    ...(cc && { cc: orUsers(cc, fieldOf(header, 'cc')) }),
  };
}

function fieldOf(header: string, name: string): string {
  const unfolded = header.replace(/\r?\n(?=[ \t])/g, '');
  return new RegExp(`^${name}:(.*)$`, 'im').exec(unfolded)?.[1] ?? '';
}

function orUsers(expected: readonly ExpectedAddress[], field: string): readonly ExpectedAddress[] {
  if (expected.length > 0) return expected;
  const found = field.split(',').map((entry) => USER.exec(entry));
  return found.flatMap((user) =>
    user?.[1] === undefined ? [] : [{ address: user[1], name: user[2] ?? '' }],
  );
}
