/** Starts the article service on HOST and PORT and shows how to use it. */

import { EXTENSION_URI } from './article.ts';
import { createService } from './create-service.ts';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 8030;

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  process.stderr.write(`PORT must be a number from 0 to 65535, not '${text}'.\n`);
  process.exit(2);
}

function examplesFor(address: string): string {
  const accept = `-H 'Accept: application/vnd.api+json;ext="${EXTENSION_URI}"'`;
  const url = `${address}/articles/1`;
  // -g keeps curl from reading the brackets as a range.
  return [
    `curl ${url}`,
    `curl -g ${accept} '${url}?relfield:fields[article]=+version,-text'`,
    `curl -g ${accept} -H 'Authorization: Bearer editor' '${url}?relfield:fields[article]=*'`,
  ].join('\n');
}

// biome-ignore lint/style/noProcessEnv: two settings need no configuration module.
const { HOST, PORT } = process.env;
const app = await createService();
const address = await app.listen({ host: HOST || DEFAULT_HOST, port: readPort(PORT) });
process.stdout.write(`${examplesFor(address)}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
