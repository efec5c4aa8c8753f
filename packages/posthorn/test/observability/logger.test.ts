/** Log lines: what they hold, and above all what they never hold. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommandRefused } from 'posthorn-imap';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { Secret } from '../../src/domain/logins/secret.ts';
import { createLogger, type Logger } from '../../src/observability/logger.ts';
import { cpuMs } from '../support/cpu-time.ts';

const SENTINEL = 'tiger-8f3a1c';
const USER = 'jane.doe@example.org';
const BASIC = `Basic ${Buffer.from(`${USER}:${SENTINEL}`).toString('base64')}`;
const CONNECTION_DATA = Buffer.from(JSON.stringify({ outbox_password: SENTINEL })).toString('base64');

/** Everything that would give the password away. */
const FORBIDDEN: readonly string[] = [
  SENTINEL,
  encodeURIComponent(SENTINEL),
  Buffer.from(SENTINEL).toString('base64'),
  BASIC.slice('Basic '.length),
  CONNECTION_DATA,
  JSON.stringify([...Buffer.from(SENTINEL)]),
  'jane.doe',
];

/** The parts of a line that tests look at. */
interface Line {
  readonly time: string;
  readonly msg: string;
  readonly err: { readonly stack: string; readonly code?: string; readonly cause: object };
  readonly req: unknown;
  readonly res: unknown;
}

interface Recorder {
  readonly logger: Logger;
  readonly lines: () => readonly Line[];
  readonly text: () => string;
}

function record(level: 'info' | 'debug' = 'info'): Recorder {
  const written: string[] = [];
  const logger = createLogger({
    level,
    environment: 'test',
    destination: { write: (line) => written.push(line) },
  });
  return { logger, lines: () => written.map((line) => JSON.parse(line)), text: () => written.join('') };
}

function circle(): unknown {
  const object = { password: SENTINEL, self: {} };
  object.self = object;
  return object;
}

function libraryError(): Error {
  const cause = Object.assign(new Error(`LOGIN ${USER} refused`), { auth: { user: USER, pass: SENTINEL } });
  return Object.assign(new Error('Command failed', { cause }), {
    code: 'EAUTH',
    executedCommand: `A1 LOGIN ${USER} ${SENTINEL}`,
    options: { auth: { pass: SENTINEL } },
  });
}

/** Ways in which code could log a secret without thinking. */
const SHAPES: Readonly<Record<string, (logger: Logger) => void>> = {
  'a password field': (logger) => logger.info({ password: SENTINEL }),
  'a password as message': (logger) => logger.info({ msg: 'x', pass: SENTINEL }),
  'fields of connection data': (logger) =>
    logger.info({ inbox_password: SENTINEL, outbox_password: SENTINEL }),
  'connection data': (logger) => logger.info({ connectionData: { any: SENTINEL } }),
  'tokens and secrets': (logger) =>
    logger.info({ accessToken: SENTINEL, client_secret: SENTINEL, 'api-key': SENTINEL }),
  'nested passwords': (logger) => logger.info({ a: { b: [{ c: { passwd: SENTINEL } }] } }),
  'headers in lower case': (logger) =>
    logger.info({ headers: { authorization: BASIC, 'x-cnmail-data': CONNECTION_DATA } }),
  'headers in mixed case': (logger) =>
    logger.info({ headers: { Authorization: BASIC, 'X-CNMAIL-DATA': CONNECTION_DATA, Cookie: SENTINEL } }),
  'cookies of an answer': (logger) => logger.info({ 'set-cookie': [SENTINEL] }),
  'raw headers': (logger) => logger.info({ rawHeaders: ['Authorization', BASIC] }),
  'a whole request': (logger) =>
    logger.info({
      req: { method: 'GET', url: `/MailAccounts?user=${USER}`, headers: { authorization: BASIC } },
    }),
  'a whole response': (logger) => logger.info({ res: { statusCode: 200, request: { password: SENTINEL } } }),
  'a Secret': (logger) => logger.info({ account: { user: USER, login: new Secret(SENTINEL) } }),
  'a Buffer': (logger) => logger.info({ octets: Buffer.from(SENTINEL) }),
  'a circle': (logger) => logger.info({ circle: circle() }),
  'great depth': (logger) =>
    logger.info({ a: { b: { c: { d: { e: { f: { g: { password: SENTINEL } } } } } } } }),
  'an error of a library': (logger) => logger.error(libraryError()),
  'an error of a library with a message': (logger) => logger.error(libraryError(), 'Login failed'),
  'an error as a field': (logger) => logger.error({ failure: libraryError(), err: libraryError() }),
  'an error with an address in its message': (logger) => logger.error(new Error(`No mailbox for <${USER}>`)),
  'credentials in a message': (logger) => logger.info(`Header was ${BASIC}`),
  'a URL with a password': (logger) =>
    logger.info({ target: new URL(`imaps://jane:${SENTINEL}@example.org`) }),
  'a URL with a percent-encoded address': (logger) =>
    logger.info({ url: '/auth?username=jane.doe%40example.org' }),
  'an address at the place of the cut': (logger) => logger.info({ text: `${'x '.repeat(1996)}${USER}` }),
  'an interpolated object': (logger) => logger.info('login with %j', { password: SENTINEL }),
  'an interpolated address': (logger) => logger.info('login of %s', USER),
  'bindings of a child': (logger) =>
    logger.child({ password: SENTINEL, headers: { cookie: SENTINEL } }).info('x'),
  'bindings of a grandchild': (logger) =>
    logger.child({ a: 1 }).child({ user: USER, token: SENTINEL }).info('x'),
  'fields of a child': (logger) => logger.child({ a: 1 }).info({ pass: SENTINEL }, `mail of ${USER}`),
};

describe('Logger and secrets', () => {
  for (const [shape, log] of Object.entries(SHAPES)) {
    it(`gives nothing away of ${shape}`, () => {
      const { logger, text } = record();

      log(logger);

      assert.notEqual(text(), '');
      assert.deepEqual(
        FORBIDDEN.filter((secret) => text().includes(secret)),
        [],
      );
    });
  }
});

describe('Logger', () => {
  it('writes one JSON line with level, ISO time, environment, fields and message', () => {
    const { logger, lines } = record();

    logger.child({ requestId: 'r1' }).warn({ durationMs: 12, ok: true, none: null }, 'Slow answer');

    const [line] = lines();
    assert.match(line?.time ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(
      { ...line, time: '' },
      {
        level: 'warn',
        time: '',
        environment: 'test',
        requestId: 'r1',
        durationMs: 12,
        ok: true,
        none: null,
        msg: 'Slow answer',
      },
    );
  });

  it('leaves out lines below its level', () => {
    const { logger, lines } = record('info');

    logger.debug('Detail');

    assert.deepEqual(lines(), []);
  });

  it('keeps what describes an error, with its causes', () => {
    const { logger, lines } = record();
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

    logger.error(
      { err: new MailError('server-unreachable', { detail: 'Cannot be reached.' }, { cause }) },
      'Failed',
    );

    const [line] = lines();
    assert.ok(line);
    assert.match(line.err.stack, /^MailError: Cannot be reached\.\n\s+at /);
    assert.deepEqual(
      { ...line.err, stack: '', cause: { ...line.err.cause, stack: '' } },
      {
        type: 'MailError',
        message: 'Cannot be reached.',
        code: 'server-unreachable',
        stack: '',
        cause: { type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', stack: '' },
      },
    );
  });

  it('names the response code in the answer of a mail server', () => {
    const { logger, lines } = record();
    const answer = { command: 'APPEND', status: 'NO', text: 'Internal error' } as const;

    logger.error(
      { err: new CommandRefused({ ...answer, code: { name: 'SERVERBUG', data: null } }) },
      'Failed',
    );
    logger.error({ err: new CommandRefused({ ...answer, code: null }) }, 'Failed');

    const codes = lines().map(({ err }) => err.code);
    assert.deepEqual(codes, ['SERVERBUG', undefined]);
  });

  it('keeps method, path and address of a request, and the status of an answer', () => {
    const { logger, lines } = record();

    logger.info({
      req: { method: 'GET', url: '/a', ip: '127.0.0.1', body: 'x' },
      res: { statusCode: 404, body: 'x' },
    });

    assert.deepEqual(
      { req: lines()[0]?.req, res: lines()[0]?.res },
      { req: { method: 'GET', url: '/a', ip: '127.0.0.1' }, res: { statusCode: 404 } },
    );
  });

  it('keeps the domain of a mail address', () => {
    const { logger, lines } = record();

    logger.info(`Mail for ${USER}`);

    assert.equal(lines()[0]?.msg, 'Mail for ***@example.org');
  });

  it('cuts a text of a megabyte in little time', () => {
    const { logger, text } = record();
    const startedAt = cpuMs();

    logger.info({ answer: 'a'.repeat(1_000_000) });

    assert.ok(text().length < 5000);
    assert.ok(cpuMs() - startedAt < 500);
  });

  it('scrubs a text without any space in linear time', () => {
    const { logger } = record();
    const startedAt = cpuMs();

    logger.info({ answer: 'a'.repeat(4000), other: 'Basic '.repeat(600), more: '@%40'.repeat(1000) });

    assert.ok(cpuMs() - startedAt < 500);
  });

  it('looks at a bounded number of values in large objects', () => {
    const { logger, text } = record();
    let visits = 0;
    const leaf = Object.defineProperty({}, 'leaf', { enumerable: true, get: () => ++visits });
    const level = (members: unknown) =>
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [index, members]));

    logger.info({ tree: level(level(level(level(leaf)))) });

    assert.ok(visits < 1000);
    assert.ok(text().length < 50_000);
  });

  it('bounds long lists and endless causes', () => {
    const { logger, text } = record();
    const error = new Error('circle');
    error.cause = error;

    logger.info({ error, list: Array.from({ length: 100_000 }, () => 'item') });

    assert.ok(text().length < 50_000);
  });
});
