import type { Person } from './letter.ts';

/** `.test` is reserved (RFC 6761). */
export const DEMO_DOMAIN = 'posthorn.test';

/** Only Jane and Ann can sign in. */
export const people = {
  jane: { name: 'Jane Doe', address: `jane@${DEMO_DOMAIN}` },
  ann: { name: 'Ann Lee', address: `ann@${DEMO_DOMAIN}` },
  lantern: { name: 'The Lantern Weekly', address: 'news@lantern.test' },
  studio: { name: 'Mara Lindqvist, Studio Northlight', address: 'mara@northlight.test' },
  yuki: { name: '\u4f50\u85e4 \u7531\u7d00', address: 'yuki@kobo.test' },
  juergen: { name: 'J\u00fcrgen Gro\u00df', address: 'juergen@radwerk.test' },
  sofia: { name: 'Sof\u00eda N\u00fa\u00f1ez', address: 'sofia@ruedas.test' },
  robot: { name: 'Backup', address: 'backup@machines.test' },
  council: { name: 'City Council, Permits', address: 'permits@council.test' },
  list: { name: 'Old Bicycles', address: 'old-bicycles@lists.test' },
} as const satisfies Readonly<Record<string, Person>>;
