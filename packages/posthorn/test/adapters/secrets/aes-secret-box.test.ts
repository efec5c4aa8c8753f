import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import { SealedSecretError } from '../../../src/application/ports/state/secret-box.ts';
import {
  answerBinding,
  connectSessionBinding,
  grantBinding,
  loginBinding,
  outboxLoginBinding,
} from '../../../src/domain/accounts/secret-bindings.ts';
import type { SealedSecret } from '../../../src/domain/logins/sealed-secret.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import type { SecretsKey } from '../../../src/domain/logins/secrets-key.ts';
import { buildAccount } from '../../support/stored-samples.ts';

const PLACE = { table: 'accounts', row: 'a', field: 'login', destination: 'imap' };

/** Why it does not open. */
function reasonOf(open: () => Secret): string {
  try {
    return open().reveal();
  } catch (error) {
    return error instanceof SealedSecretError ? error.reason : String(error);
  }
}

function keyNamed(name: string): SecretsKey {
  return { name, key: createSecretKey(randomBytes(32)) };
}

describe('aes-secret-box', () => {
  const [first, second] = [keyNamed('first'), keyNamed('second')];

  it('opens what it has sealed', () => {
    const box = createSecretBox([first]);
    const sealed = box.seal(new Secret('pässword'), PLACE);

    assert.match(sealed, /^v1\.first\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+$/);
    assert.equal(box.open(sealed, PLACE).reveal(), 'pässword');
  });

  it('seals the same secret differently each time', () => {
    const box = createSecretBox([first]);
    const sealed = [1, 2, 3].map(() => box.seal(new Secret('x'), PLACE));

    assert.equal(new Set(sealed.map((text) => text.split('.')[2])).size, 3);
  });

  it('opens a secret for no other table, row, field or destination', () => {
    const box = createSecretBox([first]);
    const sealed = box.seal(new Secret('x'), PLACE);
    const others = ['table', 'row', 'field', 'destination'].map((member) => ({
      ...PLACE,
      [member]: 'other',
    }));

    const outcomes = others.map((place) => reasonOf(() => box.open(sealed, place)));

    assert.deepEqual(outcomes, ['binding-wrong', 'binding-wrong', 'binding-wrong', 'binding-wrong']);
  });

  it('seals with the first key and opens with all', () => {
    const old = createSecretBox([first]).seal(new Secret('x'), PLACE);
    const box = createSecretBox([second, first]);

    assert.equal(box.open(old, PLACE).reveal(), 'x');
    assert.deepEqual([box.isCurrent(old), box.keyName], [false, 'second']);
    assert.equal(box.isCurrent(box.seal(new Secret('x'), PLACE)), true);
  });

  it('opens what servers with newer keys have sealed, and what it has sealed before its keys were replaced', () => {
    const ahead = createSecretBox([second, first]).seal(new Secret('new'), PLACE);
    let readings = 0;
    const box = createSecretBox([first], () => {
      readings += 1;
      return [second, first];
    });
    const old = box.seal(new Secret('old'), PLACE);

    const opened = [box.open(ahead, PLACE).reveal(), box.open(ahead, PLACE).reveal()];
    const sealsWith = box.keyName;
    box.replaceKeys([second]);

    assert.deepEqual([...opened, readings, sealsWith], ['new', 'new', 1, 'first']);
    assert.equal(box.open(old, PLACE).reveal(), 'old');
    assert.equal(box.keyName, 'second');
  });

  it('names the key that is missing, and refuses another key of the same name', () => {
    const sealed = createSecretBox([first]).seal(new Secret('x'), PLACE);

    assert.throws(() => createSecretBox([second]).open(sealed, PLACE), /the key first, which is not among/);
    assert.equal(
      reasonOf(() => createSecretBox([keyNamed('first')]).open(sealed, PLACE)),
      'binding-wrong',
    );
  });

  it('refuses what is no sealed secret, or was changed', () => {
    const box = createSecretBox([first]);
    const sealed = box.seal(new Secret('secret'), PLACE);
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}` as SealedSecret;

    assert.equal(
      reasonOf(() => box.open('password' as SealedSecret, PLACE)),
      'malformed',
    );
    assert.equal(
      reasonOf(() => box.open(changed, PLACE)),
      'binding-wrong',
    );
  });

  it('prints no key', () => {
    const octets = randomBytes(32);
    const shown = inspect(createSecretBox([{ name: 'k', key: createSecretKey(octets) }]), { depth: 9 });

    assert.equal(shown.includes(octets.toString('hex').slice(0, 8)), false);
  });
});

describe('places of secrets', () => {
  const account = buildAccount();

  it('change with each server that a login goes to', () => {
    const elsewhere = {
      ...account,
      inbox: { type: 'IMAP', host: 'evil.example', port: 993, isTls: true },
    } as const;
    const other = { ...account, outbox: { host: 'evil.example', port: 465, security: 'ssl' } } as const;

    const places = [account, elsewhere, other].map((each) => loginBinding(each).destination);

    assert.equal(new Set(places).size, 3);
    assert.equal(
      new Set([account, elsewhere, other].map((each) => grantBinding(each, 'accessToken').destination)).size,
      3,
    );
  });

  it('leave the inbox login where only the outbox has another login', () => {
    const login = { mechanism: 'password', user: 'u', password: 'v1.x' as SealedSecret } as const;
    const split = { ...account, outboxLogin: login };
    const moved = { ...split, outbox: { host: 'other.example', port: 465, security: 'ssl' } } as const;

    assert.equal(loginBinding(split).destination, loginBinding(moved).destination);
    assert.notEqual(outboxLoginBinding(split).destination, outboxLoginBinding(moved).destination);
  });

  it('are apart for each table', () => {
    const places = [connectSessionBinding('jane'), answerBinding('jane'), loginBinding(account)];

    assert.equal(new Set(places.map(({ table }) => table)).size, 3);
  });
});
