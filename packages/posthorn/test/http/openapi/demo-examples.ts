/** The examples of an OpenAPI document as requests to the demo. */
import assert from 'node:assert/strict';
import type { Demo } from '../../../src/demo/start-demo.ts';
import type { OpenApiDocument, Operation } from './described-answers.ts';

export interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

type Parameter = NonNullable<Operation['parameters']>[number];

/** What only answers give: their links, states and tickets. */
export const GIVEN_BY_ANSWERS = ['page[after]', 'since', 'ticket'];

export function operationsOf({ paths }: OpenApiDocument): readonly Described[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Those that a person's login may ask. The ids of the store's rows are random, so no example names one. */
export function operationsOfLogins(document: OpenApiDocument): readonly Described[] {
  return operationsOf(document).filter(({ operation: { security = [] } }) => {
    const needsKey = security.length > 0 && security.every((schemes) => 'apiKey' in schemes);
    return !needsKey;
  });
}

/** The address of the operation below the version, with the examples of its segments. */
export function addressOf({ path, operation }: Described): string {
  const segments = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
  return segments.reduce(
    (address, segment) => address.replace(`{${segment.name}}`, encodeURIComponent(exampleOf(segment))),
    serviceOf(operation) + path,
  );
}

/** The way from the version of the email service to another service; empty for operations of the email service. */
function serviceOf({ servers: [server] = [] }: Operation): string {
  return server === undefined ? '' : `/../..${new URL(server.url, 'http://127.0.0.1').pathname}`;
}

/** An empty query, and one for each example of a parameter; required parameters are in all. */
export function askedQueries({ operation }: Described): readonly string[] {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const needed = parameters.filter(({ required }) => required === true);
  const others = parameters.filter(
    ({ name, required }) => required !== true && !GIVEN_BY_ANSWERS.includes(name),
  );
  return [[], ...others.map((parameter) => [parameter])].map((asked) =>
    new URLSearchParams(
      [...asked, ...needed].map((parameter) => [parameter.name, exampleOf(parameter)]),
    ).toString(),
  );
}

/** The example of a parameter as text. */
export function exampleOf({ name, example, schema, content }: Parameter): string {
  const value = example ?? schema?.examples?.[0] ?? Object.values(content ?? {})[0]?.example;
  assert.notEqual(value, undefined, name);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const ASKED_BY_KEY = /^\/(?:MailAccounts(?:\/[^/?]+)?(?:\?|$)|ApiKeys|ConnectSessions|Events|events|Webhook)/;

export type DemoReader = ReturnType<typeof demoReader>;

/** Asks the demo as Jane, and the store by its API key: the list of accounts has filters for keys only. */
export function demoReader({ emailUrl, apiKey }: Demo, version: string) {
  const login = `Basic ${btoa('jane@posthorn.test:demo')}`;
  const authorizationFor = (address: string) => (ASKED_BY_KEY.test(address) ? `Bearer ${apiKey}` : login);
  const send = (address: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${emailUrl}/${version}${address}`, {
      ...init,
      headers: { authorization: authorizationFor(address), ...init.headers },
    });
  return {
    send,
    /** The status of an answer whose body is not read, because events have no end. */
    async statusOf(address: string, method: string): Promise<number> {
      const { status, body } = await send(address, { method: method.toUpperCase() });
      await body?.cancel();
      return status;
    },
  };
}
