/** What outlives a request has keys of a named kind: a text as it came gives one mailbox its limits once for each spelling. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const SOURCES = join(import.meta.dirname, '../../src');
const LAYERS = ['domain', 'application', 'adapters', 'http', 'processes'];

/** Collections with keys of any text that live longer than a request, each with its reason. */
const KNOWN = {
  'caches of one exact login, whose key begins with that of its pool': [
    'adapters/imap/list/login-cache.ts keys',
    'adapters/imap/message/part-sizes.ts sizes',
    'adapters/imap/message/structure-cache.ts structures',
    'adapters/imap/watch/imap-mail-watcher.ts watches',
    'adapters/imap/write/version-leftovers.ts leftovers',
    'application/attachments/attachment-sizes.ts sizes',
    'application/following/shared-reads.ts waiting',
  ],
  'ports, whose keys are digests that their callers make by stateKey': [
    'adapters/memory/memory-answer-store.ts entries',
    'adapters/memory/memory-leases.ts held',
    'adapters/memory/memory-message-fates.ts fates',
    'adapters/memory/memory-rate-limits.ts buckets',
    'adapters/memory/memory-recent-originals.ts entries',
    'adapters/memory/memory-recent-originals.ts takings',
    'adapters/memory/memory-sign-in-outcomes.ts refusals',
    'adapters/memory/memory-sign-in-outcomes.ts standings',
    'adapters/memory/memory-slots.ts counts',
    'adapters/memory/memory-slots.ts taken',
    'http/request/idempotency/idempotent-requests.ts pendingByKey',
  ],
  'of one row of the store, or one entry of the configuration, by its id': [
    'adapters/oauth/provider-servers.ts found',
    'application/connected/account-opening.ts proofs',
    'application/connected/account-removals.ts known',
    'application/connected/account-standing.ts refusedAt',
  ],
  'of texts that this program writes itself': ['adapters/database/dialects/prepared-statements.ts bySql'],
  'of one node, or one request between nodes': [
    'application/ownership/node-history.ts ends',
    'application/ownership/node-membership.ts former',
    'http/peers/once-nonces.ts current',
    'http/peers/once-nonces.ts previous',
    'http/peers/peers.ts nodeAddresses',
  ],
  'of one mailbox, one message or one request': [
    'adapters/imap/fetch/address-fields.ts known',
    'adapters/imap/list/known-pages.ts pages',
    'adapters/imap/session/flag-sets.ts numbers',
    'adapters/imap/thread/thread-finder.ts messages',
    'http/openapi/components.ts byKind',
    'http/request/files/multipart-files.ts fields',
  ],
} as const;

const COLLECTION = '(?:Map|Set|LRUCache|BoundedMap)<string\\b';
const DECLARATION = /^(?:export )?(?:async )?(?:function|class) (\w+)/;
const FIELD = new RegExp(`^(?:const | {2}(?:readonly )?#)([a-z]\\w*)(?::[^=]*| = new )${COLLECTION}`);
const CLOSURE = new RegExp(`^ {2}const (\\w+) = new ${COLLECTION}`);
/** Functions that return something which lives on. */
const CREATOR = /^(?:create|limit)[A-Z]/;

function collectionsOf(file: string): readonly string[] {
  let declaration = '';
  const lines = readFileSync(join(SOURCES, file), 'utf8').split('\n');
  return lines.flatMap((line) => {
    declaration = DECLARATION.exec(line)?.[1] ?? declaration;
    const inClosure = CREATOR.test(declaration) ? CLOSURE.exec(line) : null;
    const [, name] = FIELD.exec(line) ?? inClosure ?? [];
    return name === undefined ? [] : [`${file} ${name}`];
  });
}

describe('Collections that outlive a request', () => {
  it('have keys of a named kind, but for those that are known', () => {
    const files = LAYERS.flatMap((layer) =>
      readdirSync(join(SOURCES, layer), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(layer, file),
      ),
    );
    const found = files.filter((file) => file.endsWith('.ts')).flatMap(collectionsOf);

    assert.deepEqual(found.toSorted(), Object.values(KNOWN).flat().toSorted());
  });
});
