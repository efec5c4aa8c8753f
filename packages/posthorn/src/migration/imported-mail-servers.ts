import { mailServerKeys } from '../config/read-mail-server-entry.ts';
import { showValue } from '../config/show-value.ts';
import { checkMailServer } from './check-mail-server.ts';
import type { ImportJournal } from './import-journal.ts';
import { isPhpArray, type PhpArray, type PhpValue } from './php-value.ts';

/** A PHP file's value. */
export interface ReturnedValue {
  readonly file: string;
  readonly value: PhpValue;
}

/** Replaces a value; undefined keeps it. */
type Correction = (value: PhpValue) => PhpValue | undefined;

const CORRECTIONS: ReadonlyMap<string, Correction> = new Map([
  ['inbox_port', toPort],
  ['outbox_port', toPort],
  ['inbox_ssl', toBoolean],
  ['outbox_secure', toSecurity],
]);
const DIGITS = /^[0-9]{1,5}$/;
const BOOLEANS: ReadonlyMap<PhpValue, boolean> = new Map<PhpValue, boolean>([
  [1, true],
  ['1', true],
  ['true', true],
  ['ssl', true],
  [0, false],
  ['0', false],
  ['', false],
  ['false', false],
  [null, false],
]);
const NO_ENCRYPTION: ReadonlySet<PhpValue> = new Set<PhpValue>(['', null, false]);

/** Translates `imapserver.php` in order. The journal gets changes, omissions and doubts. */
export function importMailServers({ file, value }: ReturnedValue, journal: ImportJournal): PhpArray {
  if (!isPhpArray(value)) {
    journal.refuse({ file, text: `expected a list of mail servers, got ${showValue(value)}` });
    return new Map();
  }
  const entries = [...value.values()].flatMap((entry, index) => {
    const label = labelOf(entry, index);
    if (isPhpArray(entry)) return [importEntry({ place: `${file}, ${label}`, entry }, journal)];
    journal.refuse({ file, text: `${label}: expected an array, got ${showValue(entry)}` });
    return [];
  });
  return new Map(entries.entries());
}

interface PlacedEntry {
  /** Names the entry in notes. */
  readonly place: string;
  readonly entry: PhpArray;
}

function importEntry({ place, entry }: PlacedEntry, journal: ImportJournal): PhpArray {
  const result = new Map<string | number, PhpValue>();
  for (const [key, value] of renameOldKey({ place, entry }, journal)) {
    if (typeof key === 'number' || !mailServerKeys.has(key)) {
      journal.note('left-out', `${place}: ${key}`);
      continue;
    }
    const corrected = CORRECTIONS.get(key)?.(value) ?? value;
    if (corrected !== value) {
      journal.note('changed', `${place}: ${key} is ${showValue(corrected)} instead of ${showValue(value)}`);
    }
    result.set(key, corrected);
  }
  for (const text of checkMailServer(result)) journal.note('check', `${place}: ${text}`);
  return result;
}

/** `outbox_ssl` became `outbox_secure` in 2022. */
function renameOldKey({ place, entry }: PlacedEntry, journal: ImportJournal): PhpArray {
  const old = entry.get('outbox_ssl');
  if (old === undefined || entry.has('outbox_secure')) return entry;
  const security = (toBoolean(old) ?? old) ? 'ssl' : 'none';
  journal.note('changed', `${place}: outbox_ssl is now outbox_secure, ${showValue(security)}`);
  return new Map(
    [...entry].map(([key, value]) => (key === 'outbox_ssl' ? ['outbox_secure', security] : [key, value])),
  );
}

/** Counted from 1. */
function labelOf(entry: PhpValue, index: number): string {
  const id = isPhpArray(entry) ? entry.get('id') : undefined;
  return typeof id === 'string' ? `entry ${index + 1} (${showValue(id)})` : `entry ${index + 1}`;
}

function toPort(value: PhpValue): PhpValue | undefined {
  return typeof value === 'string' && DIGITS.test(value) ? Number(value) : undefined;
}

function toBoolean(value: PhpValue): PhpValue | undefined {
  return BOOLEANS.get(value);
}

function toSecurity(value: PhpValue): PhpValue | undefined {
  return NO_ENCRYPTION.has(value) ? 'none' : undefined;
}
