/** A client that is not put off when the server dies: it waits until there is another one. */
import { Agent } from 'node:http';
import { type Exchange, type ExchangeRequest, exchange } from '../../support/exchange.ts';

export interface PersistentClient {
  /** One attempt, as soon as there is a server. `path` takes the place of the url. */
  (request: Omit<ExchangeRequest, 'url'> & { readonly path: string }): Promise<Exchange>;
  /** There is a server. */
  reach(address: string): void;
  /** It is about to die. Attempts under way go on; later ones wait for the next one. */
  lose(): void;
  cutAttempts(): number;
}

/** A client with this login, which knows no server yet. */
export function startPersistentClient(user: {
  readonly name: string;
  readonly password: string;
}): PersistentClient {
  const login = { authorization: `Basic ${btoa(`${user.name}:${user.password}`)}` };
  let agent = new Agent({ keepAlive: true });
  let reach: (address: string) => void = () => undefined;
  let address = new Promise<string>((resolve) => {
    reach = resolve;
  });
  let cutAttempts = 0;
  const ask = async ({ path, headers, ...request }: Parameters<PersistentClient>[0]): Promise<Exchange> => {
    const url = `${await address}${path}`;
    const answer = await exchange({ ...request, url, headers: { ...login, ...headers } }, agent);
    if (answer.end !== 'answered') cutAttempts += 1;
    return answer;
  };
  return Object.assign(ask, {
    reach: (found: string) => {
      agent = new Agent({ keepAlive: true });
      reach(found);
    },
    lose: () => {
      address = new Promise<string>((resolve) => {
        reach = resolve;
      });
    },
    cutAttempts: () => cutAttempts,
  });
}
