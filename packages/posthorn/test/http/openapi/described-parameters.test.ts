/** The query parameters that a description has are those that the server accepts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Demo, startDemo } from '../../../src/demo/start-demo.ts';
import {
  addressOf,
  type DemoReader,
  type Described,
  demoReader,
  exampleOf,
  GIVEN_BY_ANSWERS,
  operationsOf,
} from './demo-examples.ts';
import { readDocument } from './described-answers.ts';

const UNDESCRIBED = 'undescribed';

/** Operations that ignore other parameters: files, whose addresses others extend, and the questions before a login. */
const IGNORING =
  /^(getSignInOptions|discoverMailServers|(head|get)MessageSource|(head|download)AttachmentContent|head\w+Events)/;

interface Failure {
  readonly parameter?: string;
  readonly source?: { readonly parameter?: string };
}

/** The parameter with its example, asked for so that nothing is changed whatever it says. */
async function isRefused(
  { send }: DemoReader,
  described: Described,
  [name, value]: readonly [string, string],
): Promise<boolean> {
  const isReading = described.method === 'get' || described.method === 'head';
  const answer = await send(`${addressOf(described)}?${new URLSearchParams([[name, value]])}`, {
    method: described.method.toUpperCase(),
    ...(!isReading && {
      headers: { 'content-type': 'application/vnd.api+json', 'if-match': '"none"' },
      body: '{}',
    }),
  });
  if (answer.ok || described.method === 'head') {
    await answer.body?.cancel();
    return answer.status === 400;
  }
  const failure = (await answer.json()) as Failure & { readonly errors?: readonly Failure[] };
  return [failure, ...(failure.errors ?? [])].some(
    ({ parameter, source }) => (parameter ?? source?.parameter) === name,
  );
}

for (const version of ['v0', 'v1'] as const) {
  describe(`The described parameters of ${version}`, () => {
    let demo: Demo;
    before(async () => {
      demo = await startDemo({ port: '0', now: new Date() });
    });
    after(() => demo?.close());

    for (const described of operationsOf(readDocument(version)).filter(({ path }) => path !== '/auth')) {
      const { operationId, parameters = [] } = described.operation;
      it(`are those that ${operationId} accepts`, async () => {
        const reader = demoReader(demo, version);
        const examples = parameters
          .filter(({ name, ...parameter }) => parameter.in === 'query' && !GIVEN_BY_ANSWERS.includes(name))
          .map((parameter) => [parameter.name, exampleOf(parameter)] as const);

        const refused: string[] = [];
        for (const asked of [...examples, [UNDESCRIBED, '1'] as const]) {
          if (await isRefused(reader, described, asked)) refused.push(asked[0]);
        }

        // Released clients of version 0 send more than it knows.
        const ignoresOthers = version === 'v0' || IGNORING.test(operationId);
        assert.deepEqual(refused, ignoresOthers ? [] : [UNDESCRIBED]);
      });
    }
  });
}
