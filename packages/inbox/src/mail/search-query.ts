export type Filter = readonly [name: string, value: string];

/** A parsed search. */
export interface SearchQuery {
  readonly filters: readonly Filter[];
  readonly isEverywhere: boolean;
}

const TERM = /(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi;

const TEXT_FILTERS: ReadonlySet<string> = new Set(['from', 'to', 'cc', 'bcc', 'subject', 'body']);
const STATES: Readonly<Record<string, Filter>> = {
  unread: ['seen', 'false'],
  read: ['seen', 'true'],
  starred: ['flagged', 'true'],
  answered: ['answered', 'true'],
};
const SIZE = /^(\d+)(k|m)?b?$/i;
const FACTORS: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parses the search box; other terms are words anywhere. */
export function parseSearch(text: string): SearchQuery {
  const terms = [...text.matchAll(TERM)].map(([whole, name = '', quoted, word]) =>
    toTerm({ whole, name: name.toLowerCase(), value: quoted ?? word ?? '' }),
  );
  return {
    filters: terms.flatMap(({ filter }) => (filter === undefined ? [] : [filter])),
    isEverywhere: !terms.some(({ isHere }) => isHere),
  };
}

interface Term {
  readonly filter?: Filter;
  readonly isHere?: boolean;
}

function toTerm({ whole, name, value }: Readonly<Record<'whole' | 'name' | 'value', string>>): Term {
  if (name === 'in' && value === 'here') return { isHere: true };
  if (value.trim() === '') return {};
  const filter = namedFilter(name, value) ?? (['text', name === '' ? value : whole] as const);
  return { filter };
}

function namedFilter(name: string, value: string): Filter | undefined {
  if (TEXT_FILTERS.has(name)) return [name, value];
  if (name === 'is') return STATES[value.toLowerCase()];
  if (name === 'has' && /^(?:file|files|attachment)$/i.test(value)) return ['hasAttachments', 'true'];
  if ((name === 'after' || name === 'before') && DAY.test(value))
    return [name === 'after' ? 'since' : name, value];
  if (name === 'larger' || name === 'smaller') return sizeFilter(name, value);
  return undefined;
}

function sizeFilter(name: string, value: string): Filter | undefined {
  const [, digits, unit = ''] = SIZE.exec(value) ?? [];
  if (digits === undefined) return undefined;
  return [name, String(Number(digits) * (FACTORS[unit.toLowerCase()] ?? 1))];
}

/** True when the text has the term. */
export function hasTerm(text: string, term: string): boolean {
  return text.split(/\s+/).includes(term);
}

/** Adds or removes the term. */
export function toggleTerm(text: string, term: string): string {
  const others = text.split(/\s+/).filter((each) => each !== term && each !== '');
  return (hasTerm(text, term) ? others : [...others, term]).join(' ');
}
