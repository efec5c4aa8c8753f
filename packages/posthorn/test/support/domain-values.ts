/** Values of the domain, as tests write and expect them. */
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { parseUid, type Uid } from '../../src/domain/values/uid.ts';

export function asUid(value: number): Uid {
  const uid = parseUid(String(value));
  if (uid === undefined) throw new Error(`${value} is no uid`);
  return uid;
}

/** For `assert.throws` and `assert.rejects`: holds for a {@link MailError} with this code and no other. */
export function code(expected: string): (error: unknown) => boolean {
  return (error) => error instanceof MailError && error.code === expected;
}

/** The same for a refused parameter, which the error must name. */
export function refusalOf(parameter: string): (error: unknown) => boolean {
  return (error) => code('invalid-parameter')(error) && (error as MailError).details.parameter === parameter;
}

/** The {@link MailError} that the work throws. Fails for work that throws none. */
export function thrownBy(work: () => unknown): MailError {
  try {
    work();
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
