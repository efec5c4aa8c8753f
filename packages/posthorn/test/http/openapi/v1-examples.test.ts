/** The examples in the description of version 1 are accepted by the demo. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Demo, startDemo } from '../../../src/demo/start-demo.ts';
import { PLAIN } from '../v1/v1-server.ts';
import {
  addressOf,
  askedQueries,
  type DemoReader,
  type Described,
  demoReader,
  operationsOfLogins,
} from './demo-examples.ts';
import { createAnswerCheck, readDocument } from './described-answers.ts';

const document = readDocument('v1');
const operations = operationsOfLogins(document);
/** The message of the examples. */
const SHOWN_SEGMENT = '1700000001.10';

/** They are asked before a client exists that could negotiate. */
const NOT_NEGOTIATED: readonly string[] = ['getSignInOptions', 'discoverMailServers'];

/** The demo's account has an inbox; contracts/connected/sending-only.test.ts sends such a document. */
const WITHOUT_INBOX = 'sendWithoutInbox';

interface DescribedBody extends Described {
  readonly body: unknown;
}

const bodies = operations.flatMap((described): readonly DescribedBody[] => {
  const body = described.operation.requestBody?.content[PLAIN]?.example;
  return body === undefined ? [] : [{ ...described, body }];
});

/** A draft with a file, in the place of the message of the examples: its uidValidity and uid. */
async function createDraft({ send }: DemoReader): Promise<string> {
  const attributes = { to: [{ address: 'ann@posthorn.test' }] };
  const draft = await send('/MailFolders/demo.Drafts/MessageItems', {
    method: 'POST',
    body: JSON.stringify({ data: { type: 'MessageItem', attributes } }),
    headers: { 'content-type': PLAIN },
  });
  const { data } = (await draft.json()) as { data: { id: string } };
  const added = await send(`/MessageItems/${data.id}/Attachments`, {
    method: 'POST',
    body: 'plan',
    headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="plan.txt"' },
  });
  const { meta } = (await added.json()) as { meta: { MessageItem: { id: string } } };
  return meta.MessageItem.id.replace('demo.Drafts.', '');
}

/** Each form makes and renames the folders of the examples in a demo of its own. */
function formOf({ path }: Described): string {
  return path.startsWith('/MailAccounts') ? 'nested' : 'flat';
}

/** What only drafts allow is asked of the draft, and INBOX cannot be renamed. */
function ofDraft(text: string, segment: string): string {
  if (segment === SHOWN_SEGMENT) return text.replace(/MailFolders\/(demo\.)?INBOX$/, 'MailFolders/$1Work');
  return text
    .replaceAll(`INBOX.${SHOWN_SEGMENT}`, `Drafts.${segment}`)
    .replaceAll(`INBOX/MessageItems/${SHOWN_SEGMENT}`, `Drafts/MessageItems/${segment}`);
}

describe('The demo', () => {
  let demo: Demo;
  before(async () => {
    demo = await startDemo({ port: '0', now: new Date() });
  });
  after(() => demo?.close());

  for (const described of operations.filter(({ method }) => method === 'get' || method === 'head')) {
    it(`accepts each example of address and query: ${described.operation.operationId}`, async () => {
      const { statusOf } = demoReader(demo, 'v1');
      const address = addressOf(described);
      const urls = askedQueries(described).map((query) => `${address}?${query}`);

      const refused = await Promise.all(
        urls.map(async (url) => [url, await statusOf(url, described.method)]),
      );

      assert.deepEqual(
        refused.filter(([, status]) => status !== 200),
        [],
      );
    });
  }
});

describe('Each example of a body in the description of v1', () => {
  for (const form of ['nested', 'flat']) {
    const described = bodies.filter(
      (each) => formOf(each) === form && each.operation.operationId !== WITHOUT_INBOX,
    );
    describe(`is accepted by the demo, ${form}`, () => {
      let demo: Demo;
      before(async () => {
        demo = await startDemo({ port: '0', now: new Date() });
      });
      after(() => demo?.close());

      for (const each of described) {
        it(each.operation.operationId, async () => {
          const reader = demoReader(demo, 'v1');
          const address = addressOf(each);
          const segment = address.includes(SHOWN_SEGMENT) ? await createDraft(reader) : SHOWN_SEGMENT;
          const answer = await reader.send(ofDraft(address, segment), {
            method: each.method.toUpperCase(),
            body: ofDraft(JSON.stringify(each.body), segment),
            headers: { 'content-type': PLAIN },
          });

          assert.ok(answer.status < 300, await answer.text());
        });
      }
    });
  }

  it('is there for every document that a client can send', () => {
    const documents = operations.filter(({ operation }) => operation.requestBody?.content[PLAIN]);

    assert.deepEqual(
      documents.filter(({ operation }) => operation.requestBody?.content[PLAIN]?.example === undefined),
      [],
    );
    assert.ok(documents.length >= 15, String(documents.length));
  });
});

describe('The description of v1', () => {
  it('asks for a body, but not to send what is stored', () => {
    const optional = operations.filter(
      ({ operation }) => operation.requestBody && operation.requestBody.required !== true,
    );

    assert.deepEqual(
      optional.map(({ operation }) => operation.operationId),
      ['sendMessageItem', 'sendMessageItemById'],
    );
  });

  it('promises what is in the meta of changes and of bulk changes', () => {
    const check = createAnswerCheck(document);
    const errorsOf = (path: string, method: string) =>
      check({ path, method, status: 200 }, { meta: {} }).join();

    assert.match(errorsOf('/MailFolders/{id}/changes', 'get'), /removed.*state/);
    assert.match(errorsOf('/MailFolders/{id}/MessageItems/bulk', 'post'), /matched.*results/);
  });

  it('has no operation that can only fail', () => {
    const hopeless = operations.filter(
      ({ operation }) => !Object.keys(operation.responses).some((status) => status < '4'),
    );

    assert.deepEqual(hopeless, []);
  });

  it('names every media type of an answer that can be JSON', () => {
    const contents = operations
      .filter(({ operation }) => !NOT_NEGOTIATED.includes(operation.operationId))
      .flatMap(({ operation }) => Object.values(operation.responses))
      .map(({ content = {} }) => Object.keys(content))
      .filter((types) => types.includes(PLAIN));

    assert.ok(contents.every((types) => types.includes('application/json')));
  });
});
