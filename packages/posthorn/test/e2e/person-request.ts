import { V1 } from './store-node.ts';

/** A person with a login of their own. */
export interface Person {
  readonly user: string;
  readonly password: string;
}

/** A request of version 1 by a person, on a connection of its own. */
export function requestAs(
  { user, password }: Person,
  { address, path }: { readonly address: string; readonly path: string },
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${address}${V1}${path}`, {
    ...init,
    headers: {
      authorization: `Basic ${btoa(`${user}:${password}`)}`,
      connection: 'close',
      ...(init.body !== undefined && { 'content-type': 'application/vnd.api+json' }),
      ...init.headers,
    },
  });
}
