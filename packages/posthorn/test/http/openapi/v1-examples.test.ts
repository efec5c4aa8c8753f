/** What the description of version 1 shows as an example is accepted by the server. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { v1Mail } from '../v1/v1-mail.ts';
import { PLAIN, startV1Server, V1, type V1Server } from '../v1/v1-server.ts';
import { readDocument } from './described-answers.ts';

const document = readDocument('v1');
const METHODS = ['get', 'post', 'patch', 'delete'] as const;

interface Example {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Of a query parameter, or of the body. */
  readonly query?: readonly [name: string, value: string];
  readonly body?: unknown;
}

/** The message of the examples. */
const SHOWN_SEGMENT = '385759045.4356';
/** What only an answer can give: its links and states. */
const GIVEN_BY_ANSWERS = ['page[after]', 'page[before]', 'since', 'ticket'];

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  METHODS.flatMap((method) => {
    const operation = methods[method];
    return operation === undefined ? [] : [{ path, method, ...operation }];
  }),
);

const queries: readonly Example[] = operations
  .filter(({ method }) => method === 'get')
  .flatMap(({ parameters = [], ...operation }) =>
    parameters
      .filter((parameter) => parameter.in === 'query' && !GIVEN_BY_ANSWERS.includes(parameter.name))
      .map((parameter): Example => ({ ...operation, query: [parameter.name, exampleOf(parameter)] })),
  );

const bodies: readonly Example[] = operations.flatMap(({ requestBody, ...operation }) => {
  const body = requestBody?.content[PLAIN]?.example;
  return body === undefined ? [] : [{ ...operation, body }];
});

type Parameter = NonNullable<(typeof operations)[number]['parameters']>[number];

function exampleOf({ example, schema }: Parameter): string {
  const value = example ?? schema?.examples?.[0];
  assert.notEqual(value, undefined);
  return String(value);
}

/** A server with what the examples name, and a draft with a file in the place of their message. */
async function startExampleServer(t: TestContext): Promise<{ server: V1Server; segment: string }> {
  const mailboxes = [
    ...v1Mail,
    { name: 'INBOX.Old' },
    { name: 'Archive' },
    { name: 'Drafts', specialUse: '\\Drafts' as const },
  ];
  const server = await startV1Server({ mailboxes, canSend: true });
  t.after(() => server.close());
  const drafts = `${V1}/MailFolders/gmail.Drafts/MessageItems`;
  const draft = await server.send({
    method: 'POST',
    url: drafts,
    document: { data: { type: 'MessageItem', attributes: { to: [{ address: 'ann@example.com' }] } } },
  });
  const added = await server.send({
    method: 'POST',
    url: `${draft.json().data.links.self}/Attachments`,
    headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="plan.txt"' },
    payload: 'plan',
  });
  return { server, segment: added.json().meta.MessageItem.id.replace('gmail.Drafts.', '') };
}

/** The message of the examples is the draft. */
function toRealText(text: string, segment: string): string {
  return text.replaceAll(`INBOX.${SHOWN_SEGMENT}`, `Drafts.${segment}`).replaceAll(SHOWN_SEGMENT, segment);
}

function addressOf({ path }: Example, segment: string): string {
  const isFolder = /MailFolders\/\{(?:mailFolderId|id)\}$/.test(path);
  const folder = isFolder ? 'INBOX.Old' : 'Drafts';
  const ids: Readonly<Record<string, string>> = {
    MailFolders: isFolder ? 'gmail.INBOX~2EOld' : 'gmail.Drafts',
    MessageItems: `gmail.Drafts.${segment}`,
    MessageBodies: `gmail.Drafts.${segment}`,
    Attachments: `gmail.Drafts.${segment}.2`,
  };
  return (
    V1 +
    path
      .replace('{mailAccountId}', 'gmail')
      .replace('{mailFolderId}', folder)
      .replace('{messageItemId}', segment)
      .replace('{attachmentId}', '2')
      .replace(/\/(\w+)\/\{id\}/, (_, type: string) => `/${type}/${ids[type]}`)
  );
}

describe('Each example of a query in the description of v1', () => {
  for (const operationId of new Set(queries.map((query) => query.operationId))) {
    const examples = queries.filter((query) => query.operationId === operationId);
    it(`is accepted: ${operationId}`, async (t) => {
      const { server, segment } = await startExampleServer(t);
      const answers = await Promise.all(
        examples.map(async (example) => {
          const [name = '', value = ''] = example.query ?? [];
          const pairs = new URLSearchParams([[name, value], ...(name === 'start' ? [['limit', '50']] : [])]);
          const answer = await server.get(`${addressOf(example, segment)}?${pairs}`);
          return [name, answer.statusCode, answer.statusCode === 200 ? '' : answer.body];
        }),
      );

      assert.deepEqual(
        answers.filter(([, status]) => status !== 200),
        [],
      );
    });
  }
});

describe('Each example of a body in the description of v1', () => {
  for (const example of bodies) {
    it(`is accepted: ${example.operationId}`, async (t) => {
      const { server, segment } = await startExampleServer(t);
      const document = JSON.parse(toRealText(JSON.stringify(example.body), segment));
      const method = example.method.toUpperCase() as 'POST' | 'PATCH';
      const answer = await server.send({ method, url: addressOf(example, segment), document });

      assert.ok(answer.statusCode < 300, answer.body);
    });
  }

  it('is there for every document that a client can send', () => {
    const withDocument = operations.filter(({ requestBody }) => requestBody?.content[PLAIN] !== undefined);

    assert.deepEqual(
      withDocument.filter(({ requestBody }) => requestBody?.content[PLAIN]?.example === undefined),
      [],
    );
    assert.ok(withDocument.length >= 15, String(withDocument.length));
  });
});

describe('The description of v1', () => {
  it('has no operation that can only fail', () => {
    const hopeless = operations.filter(
      ({ responses }) => !Object.keys(responses).some((status) => status < '4'),
    );

    assert.deepEqual(hopeless, []);
  });

  it('names every media type of an answer that can be JSON', () => {
    const contents = operations
      // It is asked before anything is negotiated.
      .filter(({ operationId }) => operationId !== 'getSignInOptions')
      .flatMap(({ responses }) => Object.values(responses))
      .map(({ content = {} }) => Object.keys(content))
      .filter((types) => types.includes(PLAIN));

    assert.ok(contents.every((types) => types.includes('application/json')));
  });
});
