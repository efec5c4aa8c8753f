import { isSafeWebAddress } from './safe-web-address.ts';

/** Added to a return URL. */
export interface ReturnedResult {
  readonly status: 'connected' | 'failed';
  readonly account: string | null;
}

const RESULT_PARAMETERS = ['account', 'status'] as const;
/** Servers decode these differently: such paths do not compare. */
const ENCODED_SEPARATOR = /%(?:2f|5c)/i;

/** True for a query with a parameter of the result. */
export function namesResult(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { searchParams } = new URL(text);
  return RESULT_PARAMETERS.some((name) => searchParams.has(name));
}

/**
 * https:, or http: on this machine, at or below an allowed URL of the same origin. The query must not use
 * `account` or `status`.
 */
export function isAllowedReturnUrl(text: string, allowed: readonly string[]): boolean {
  if (!isSafeWebAddress(text)) return false;
  const { origin, pathname } = new URL(text);
  if (ENCODED_SEPARATOR.test(pathname)) return false;
  if (namesResult(text)) return false;
  return allowed.filter(isSafeWebAddress).some((each) => {
    const known = new URL(each);
    return known.origin === origin && isAtOrBelow(pathname, known.pathname);
  });
}

/** The result follows its query. */
export function returnAddress(returnUrl: string, { status, account }: ReturnedResult): string {
  const { href, search } = new URL(returnUrl);
  const result = new URLSearchParams({ ...(account !== null && { account }), status });
  if (search !== '') return `${href}&${result}`;
  return `${href.replace(/\?$/, '')}?${result}`;
}

function isAtOrBelow(path: string, known: string): boolean {
  return path === known || path.startsWith(known.endsWith('/') ? known : `${known}/`);
}
