import { MailError } from '../../domain/errors/mail-error.ts';

/** The message is for the operator. */
export class StoreRefusedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreRefusedError';
  }
}

/**
 * SQLSTATE (PostgreSQL, appendix A): away, full or too slow; while operators replace it: a standby (25006),
 * no such login (28) or database (3D000, 55000).
 */
const UNAVAILABLE_STATES = /^(?:08|28|53|57P|57014|55P03|25P0[34]|25006|3D000|55000)/;
/** Undone for another. */
const REPEATABLE_STATES = /^(?:40001|40P01)$/;
const DUPLICATE_CODES = /^(?:23505|SQLITE_CONSTRAINT_(?:PRIMARYKEY|UNIQUE))$/;
const REFERENCE_CODES = /^(?:23503|SQLITE_CONSTRAINT_FOREIGNKEY)$/;
const SQL_STATE = /^[0-9A-Z]{5}$/;
/** PostgreSQL has no U+0000: no row is meant. */
const UNSTORABLE_TEXT = '22021';
const RETRY_AFTER_SECONDS = 5;

/** True if the key exists. */
export function isDuplicate(error: unknown): boolean {
  return DUPLICATE_CODES.test(codeOf(error));
}

/** True if a referenced row is missing. */
export function isMissingReference(error: unknown): boolean {
  return REFERENCE_CODES.test(codeOf(error));
}

/** True if a retry may succeed. */
export function isRepeatable(error: unknown): boolean {
  return REPEATABLE_STATES.test(codeOf(error));
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code.startsWith('SQLITE_')) return /^SQLITE_(?:BUSY|IOERR|FULL|READONLY|CANTOPEN)/.test(code);
  if (SQL_STATE.test(code) && 'severity' in error)
    return UNAVAILABLE_STATES.test(code) || isRepeatable(error);
  // node-postgres gives only a text.
  return /^E[A-Z]+$/.test(code) || /connection|timeout|terminated/i.test(error.message);
}

/** Returns other errors unchanged. */
export function toStoreError(error: unknown): unknown {
  if (codeOf(error) === UNSTORABLE_TEXT) {
    return new MailError(
      'invalid-parameter',
      { detail: 'A text has the character U+0000.' },
      { cause: error },
    );
  }
  if (error instanceof MailError || !isUnavailable(error)) return error;
  return new MailError(
    'store-unavailable',
    { detail: 'The database does not answer.', retryAfterSeconds: RETRY_AFTER_SECONDS },
    { cause: error },
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
