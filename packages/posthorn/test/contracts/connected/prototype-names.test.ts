/** Names that reach prototypes of objects, in documents and parameters of version 1: refused like any other unknown name, and nothing else changes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { buildMessage } from '../../support/message-samples.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
} from './connected-server.ts';

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];
/** A name that is as unknown, and as valid. */
const otherThan = (name: string) => (name.startsWith('_') ? '__unheardOf__' : 'unheardOf');
const USER = { name: 'jane@example.org', password: 'secret' };
const PLACE = '/MailAccounts/jane/MailFolders/INBOX/MessageItems';

type Method = 'POST' | 'PATCH';

/** A request whose document has the member NAME somewhere. */
interface Place {
  readonly method: Method;
  readonly url: string;
  readonly text: string;
}

/** Before a document is read: its detail names the key. */
const NOT_JSON = String([400, 'invalid-json', '']);

const member = (value: string) => `"NAME": ${value}`;
const VALUE = '{"polluted": true}';

/** Documents with the member at each level. */
function placesOf(method: Method, url: string, document: Document): readonly Place[] {
  const { type, id, attributes, nested = {} } = document;
  const head = `"type": "${type}"${id === undefined ? '' : `, "id": "${id}"`}`;
  const inside = (object: object, more = member(VALUE)) => {
    const text = JSON.stringify(object).slice(1, -1);
    return `{${text}${text === '' ? '' : ', '}${more}}`;
  };
  const texts = [
    `{"data": {${head}, "attributes": ${JSON.stringify(attributes)}}, ${member(VALUE)}}`,
    `{"data": {${head}, "attributes": ${JSON.stringify(attributes)}, ${member(VALUE)}}}`,
    `{"data": {${head}, "attributes": ${inside(attributes)}}}`,
    `{"data": {${head}, "attributes": ${JSON.stringify(attributes)}, "relationships": {${member('{"data": null}')}}}}`,
    `{"data": {"type": "NAME", "attributes": ${JSON.stringify(attributes)}}}`,
    ...Object.entries(nested).map(
      ([name, value]) =>
        `{"data": {${head}, "attributes": ${inside(without(attributes, name), `"${name}": ${inside(value)}`)}}}`,
    ),
  ];
  return texts.map((text) => ({ method, url, text }));
}

interface Document {
  readonly type: string;
  readonly id?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Attributes with members of their own. */
  readonly nested?: Readonly<Record<string, object>>;
}

function without(attributes: object, name: string): object {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name));
}

const QUERIES: readonly string[] = [
  ...['/MailAccounts', '/ApiKeys', '/MailAccounts/jane', PLACE, '/MailAccounts/jane/MailFolders'].flatMap(
    (path) =>
      [
        'NAME=1',
        'filter[NAME]=1',
        'page[NAME]=1',
        'fields[NAME]=id',
        'relfield:fields[NAME]=id',
        'fields[MailAccount]=NAME',
        'fields[MessageItem]=NAME',
        'sort=NAME',
        'sort=-NAME',
        'include=NAME',
        'include=MailAccount.NAME',
        'NAME[NAME]=1',
      ].map((query) => `${path}?${query}`),
  ),
  `${PLACE}?filter=${encodeURIComponent('{"NAME":1}')}`,
  `${PLACE}?filter=${encodeURIComponent('{"AND":[{"NAME":1}]}')}`,
  `${PLACE}?filter=${encodeURIComponent('{"=":{"NAME":true}}')}`,
  '/MailAccounts/NAME',
  '/ApiKeys/NAME',
  '/ConnectSessions/NAME',
  '/MailAccounts/jane/MailFolders/NAME/MessageItems',
  '/MessageItems/jane.NAME.1.1',
];

describe('A name of a prototype in version 1', () => {
  let sandbox: Sandbox;
  let server: ConnectedServer;
  let key = '';
  let places: readonly Place[] = [];
  before(async () => {
    sandbox = await startSandbox({ users: [USER], smtp: true });
    sandbox.user(USER.name).deliver(buildMessage({ subject: 'Hello' }));
    server = await startConnectedServer({ servers: [sandbox] });
    key = await server.makeKey({ scopes: ['mail.read', 'mail.write', 'mail.send', 'accounts', 'keys'] });
    const attributes = accountAt(sandbox, USER);
    const made = await server.ask({
      method: 'POST',
      url: '/MailAccounts',
      document: accountDocument(attributes, 'jane'),
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { login, from } = attributes as { login: object; from: object };
    const { id } = (await server.ask({ url: PLACE })).body.data[0];
    const nested = { login, from };
    const bounds = { recipients: ['example.org'], perHour: 1, perDay: 1 };
    const keyAttributes = { name: 'n', scopes: ['mail.read'] };
    const to = [{ address: 'a@example.org' }];
    places = [
      ...placesOf('POST', '/MailAccounts', { type: 'MailAccount', attributes, nested }),
      ...placesOf('PATCH', '/MailAccounts/jane', {
        type: 'MailAccount',
        id: 'jane',
        attributes: { name: 'x' },
        nested,
      }),
      ...placesOf('POST', '/ApiKeys', {
        type: 'ApiKey',
        attributes: keyAttributes,
        nested: { agentSends: bounds },
      }),
      ...placesOf('POST', '/ConnectSessions', {
        type: 'ConnectSession',
        attributes: { returnUrl: 'http://localhost/' },
      }),
      ...placesOf('POST', '/MailAccounts/jane/MailFolders', {
        type: 'MailFolder',
        attributes: { name: 'New' },
      }),
      ...placesOf('POST', PLACE, { type: 'MessageItem', attributes: { subject: 's', to }, nested: { from } }),
      ...placesOf('POST', `${PLACE}/send`, {
        type: 'MessageItem',
        attributes: { subject: 's', to },
        nested: { from },
      }),
      ...placesOf('PATCH', `/MessageItems/${id}`, { type: 'MessageItem', id, attributes: { flagged: true } }),
      {
        method: 'POST',
        url: `${PLACE}/bulk`,
        text: `{"data": [], "meta": {"attributes": {${member('true')}}}}`,
      },
      {
        method: 'POST',
        url: '/MailAccounts/jane/MailFolders/INBOX/inventory',
        text: `{"meta": {${member('1')}}}`,
      },
      {
        ...{ method: 'POST', url: PLACE },
        text: `{"data": {"type": "MessageItem", "attributes": {"to": [{"address": "a@example.org", ${member('1')}}]}}}`,
      },
    ];
  });
  after(async () => {
    await server?.close();
    await sandbox?.close();
  });

  const named = (text: string, name: string) => text.replaceAll('NAME', name);
  const isUnpolluted = (names: readonly string[]) => {
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), names);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  };
  const send = ({ method, url, text }: Place, name: string) =>
    server.ask({
      ...{ method, url, key, payload: named(text, name) },
      headers: { 'content-type': 'application/vnd.api+json' },
    });

  for (const name of NAMES) {
    it(`is refused in documents as other unknown names are: ${name}`, async () => {
      const before = Object.getOwnPropertyNames(Object.prototype);
      const differing: unknown[] = [];
      for (const place of places) {
        const [answer, other] = [await send(place, name), await send(place, otherThan(name))];
        const expected = named(place.text, name).includes('"__proto__":')
          ? NOT_JSON
          : String(other.error).replaceAll(otherThan(name), name);
        if (String(answer.error) !== expected)
          differing.push([place.url, named(place.text, name), answer.error, other.error]);
      }

      assert.deepEqual(differing, []);
      isUnpolluted(before);
    });

    it(`is refused in addresses and parameters as other unknown names are: ${name}`, async () => {
      const before = Object.getOwnPropertyNames(Object.prototype);
      const differing: unknown[] = [];
      for (const query of QUERIES) {
        const [answer, other] = [
          await server.ask({ url: named(query, name), key }),
          await server.ask({ url: named(query, otherThan(name)), key }),
        ];
        const error = String(other.error).replaceAll(otherThan(name), name);
        if (other.status < 400 || answer.status !== other.status || String(answer.error) !== error)
          differing.push([named(query, name), answer.error, other.status, other.error]);
      }

      assert.deepEqual(differing, []);
      isUnpolluted(before);
    });
  }
});
