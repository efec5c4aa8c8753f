/** An API key with `accounts` guesses the password of a mailbox: at POST and PATCH, at each of its servers, tried at once or later. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import type { NewAccount } from '../../../src/application/connected/account-values.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  type KeyAnswer,
  startConnectedServer,
} from './connected-server.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const ANN = { name: 'ann@example.org', password: 'ann-secret' };
/** A quarter of APP_FAILED_SIGN_INS_PER_MINUTE. */
const LIMIT = 5;

describe('Passwords that a key tries', () => {
  let sandbox: Sandbox;
  let server: ConnectedServer;
  before(async () => {
    sandbox = await startSandbox({ users: [JANE, ANN], smtp: true });
  });
  beforeEach(async () => {
    server = await startConnectedServer({
      servers: [{ imapPort: sandbox.imapPort, smtpPort: sandbox.smtpPort }],
    });
  });
  afterEach(() => server.close());
  after(() => sandbox.close());

  const at = (user: typeof JANE) =>
    accountAt({ imapPort: sandbox.imapPort, smtpPort: sandbox.smtpPort }, user);
  const connect = (attributes: object, query = '') =>
    server.ask({ method: 'POST', url: `/MailAccounts${query}`, document: accountDocument(attributes) });
  const change = (id: string, attributes: object) =>
    server.ask({ method: 'PATCH', url: `/MailAccounts/${id}`, document: accountDocument(attributes, id) });
  const guess = (number: number) => ({ ...JANE, password: `guess-${number}` });
  const loginOf = ({ name: user, password }: typeof JANE) => ({ mechanism: 'password', user, password });
  /** The connect page counts failures by the client's address. */
  const byPerson = (user: typeof JANE): NewAccount => {
    const from = { address: user.name, name: '' };
    const { imapPort: port } = sandbox;
    return {
      values: { name: '', from, replyTo: from, roots: [], inbox: inboxAt(port), outbox: null },
      login: { mechanism: 'password', user: user.name, password: new Secret(user.password) },
      ...{ id: null, outboxLogin: null, isTried: true },
    };
  };
  const inboxAt = (port: number) => ({ type: 'IMAP', host: '127.0.0.1', port, isTls: false }) as const;
  const codesOf = (answers: readonly KeyAnswer[]) =>
    answers.map(({ error: [status, code] }) => `${status} ${code}`);
  const guessed = async (count: number, work: (number: number) => Promise<KeyAnswer>) => {
    const answers: KeyAnswer[] = [];
    for (let number = 0; number < count; number += 1) answers.push(await work(number));
    return answers;
  };

  it('are refused above the limit of a user, whatever the spelling; other users and people are free', async () => {
    const refused = await guessed(LIMIT, (number) => connect(at(guess(number))));
    const more = await connect(at({ ...guess(9), name: 'JANE@Example.ORG' }));
    const other = await connect(at(ANN));

    assert.deepEqual(codesOf(refused), Array(LIMIT).fill('422 authentication-failed'));
    assert.deepEqual(more.error, [429, 'rate-limited']);
    assert.ok(Number(more.headers['retry-after']) > 0);
    assert.equal(other.status, 201);
    await server.posthorn.services.connectedAccounts?.create(byPerson(JANE), new AbortController().signal);
  });

  it('are refused in all that begin at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 * LIMIT }, (_, number) => connect(at(guess(number)))),
    );

    assert.equal(codesOf(answers).filter((code) => code === '422 authentication-failed').length, LIMIT);
  });

  it('count at PATCH', async () => {
    const { body } = await connect(at(JANE));
    const answers = await guessed(LIMIT + 1, (number) =>
      change(body.data.id, { login: loginOf(guess(number)) }),
    );

    assert.deepEqual(answers.at(-2)?.error, [422, 'authentication-failed', '/data/attributes/login']);
    assert.deepEqual(answers.at(-1)?.error, [429, 'rate-limited']);
  });

  it('count at the sending server alone', async () => {
    const answers = await guessed(LIMIT + 1, (number) =>
      connect({ ...at(JANE), outboxLogin: loginOf(guess(number)) }),
    );

    assert.deepEqual(answers.at(-2)?.error, [422, 'authentication-failed', '/data/attributes/outboxLogin']);
    assert.deepEqual(answers.at(-1)?.error, [429, 'rate-limited']);
  });

  it('count when a watcher tries them later', async () => {
    const stored = await guessed(LIMIT, (number) => connect(at(guess(number)), '?verify=false'));
    const more = await connect(at(guess(9)), '?verify=false');

    assert.deepEqual([...new Set(stored.map(({ status }) => status))], [201]);
    assert.deepEqual(more.error, [429, 'rate-limited']);
  });

  it('are free when they are right, or the server was away', async () => {
    const right = await guessed(2 * LIMIT, () => connect(at(JANE)));
    const away = await guessed(2 * LIMIT, () => connect({ ...at(JANE), inbox_port: 1 }));
    const last = await connect(at(JANE));

    assert.deepEqual([...new Set([...right, last].map(({ status }) => status))], [201]);
    assert.deepEqual([...new Set(codesOf(away))].includes('429 rate-limited'), false);
  });
});
