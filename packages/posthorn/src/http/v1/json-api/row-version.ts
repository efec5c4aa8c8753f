import type { RowVersion } from '../../../application/ports/state/row-version.ts';
import { ACCOUNT_TAG_CHARACTERS } from '../../answer/entity-tag.ts';
import { accountDigestOf } from '../../request/idempotency/account-digest.ts';
import type { Exchange } from './exchange.ts';

const RADIX = 36;
const VERSION_TAG = /^(?:W\/)?"v([1-9][0-9]{0,15})-([0-9a-z]{1,11})\.([^"]*)"$/;

/** A stored row's state in its entity tag. */
export function versionState({ epoch, createdAt }: RowVersion): string {
  return `v${epoch}-${createdAt.toString(RADIX)}`;
}

/** Versions of If-Match; undefined for any. Tags of other resources name none. */
export function expectedVersions({ request }: Pick<Exchange, 'request'>): readonly RowVersion[] | undefined {
  const tags = request.headers['if-match']?.split(',').map((tag) => tag.trim());
  if (tags === undefined || tags.includes('*')) return undefined;
  const owner = accountDigestOf(request).slice(0, ACCOUNT_TAG_CHARACTERS);
  return tags.flatMap((tag) => {
    const [, epoch, createdAt = '', rest = ''] = VERSION_TAG.exec(tag) ?? [];
    if (epoch === undefined || !rest.startsWith(owner)) return [];
    return [{ epoch: Number(epoch), createdAt: Number.parseInt(createdAt, RADIX) }];
  });
}
