import type { SignInRefusal } from '../../../application/ports/state/sign-in-outcomes.ts';
import type { TokenProblem } from '../../../domain/errors/mail-error.ts';
import { type JsonRecord, oneOf, readRecord, recordIn, textIn } from './stored-json.ts';

/** For refused logins. */
const CODES = ['authentication-failed', 'access-denied', 'token-not-supported'] as const;
const TOKEN_ERRORS = ['invalid_request', 'invalid_token', 'insufficient_scope'] as const;

/** Reads a refusal, for `readFrom`. */
export function readRefusal(text: string): SignInRefusal {
  const record = readRecord(text);
  const details = recordIn(record, 'details');
  return {
    code: oneOf(CODES, textIn(record, 'code')),
    details: {
      detail: textIn(details, 'detail'),
      ...textsOf(details, ['reason', 'responseCode']),
      ...(Object.hasOwn(details, 'tokenProblem') && { tokenProblem: readTokenProblem(details) }),
      ...(Object.hasOwn(details, 'challenge') && {
        challenge: textsOf(recordIn(details, 'challenge'), [
          'status',
          'schemes',
          'scope',
          'openidConfiguration',
        ]),
      }),
    },
  };
}

function readTokenProblem(details: JsonRecord): TokenProblem {
  const problem = recordIn(details, 'tokenProblem');
  return {
    error: oneOf(TOKEN_ERRORS, textIn(problem, 'error')),
    ...textsOf(problem, ['scope', 'openidConfiguration']),
  };
}

function textsOf<Name extends string>(record: JsonRecord, names: readonly Name[]) {
  const present = names.filter((name) => Object.hasOwn(record, name));
  return Object.fromEntries(present.map((name) => [name, textIn(record, name)])) as Partial<
    Record<Name, string>
  >;
}
