import { ACCOUNT_TAG_CHARACTERS } from '../../answer/entity-tag.ts';
import { accountDigestOf } from '../../request/idempotency/account-digest.ts';
import type { Exchange } from './exchange.ts';

const VERSION_TAG = /^(?:W\/)?"v([1-9][0-9]{0,15})\.([^"]*)"$/;

/** The state of a stored row in its entity tag. */
export function versionState(epoch: number): string {
  return `v${epoch}`;
}

/** The versions of If-Match; undefined for any. Tags of other resources name none. */
export function expectedVersions({ request }: Pick<Exchange, 'request'>): readonly number[] | undefined {
  const tags = request.headers['if-match']?.split(',').map((tag) => tag.trim());
  if (tags === undefined || tags.includes('*')) return undefined;
  const owner = accountDigestOf(request).slice(0, ACCOUNT_TAG_CHARACTERS);
  return tags.flatMap((tag) => {
    const [, version, rest = ''] = VERSION_TAG.exec(tag) ?? [];
    return version !== undefined && rest.startsWith(owner) ? [Number(version)] : [];
  });
}
