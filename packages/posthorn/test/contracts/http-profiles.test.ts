/**
 * Both versions write mail by servers that lie as those of providers do: version 1 by one that stores other octets, version 0 by one that takes
 * tokens and announces too much, and by one whose mailboxes are labels. The contracts of the ports are kept at all providers.
 */
import { writingSuite } from '../http/v1/writing/writing.suite.ts';
import { startProfileWriting } from '../http/v1/writing/writing-api.ts';
import { WITH_PASSWORD } from './profile-variants.ts';
import { v0DraftsSuite } from './v0-drafts.suite.ts';
import { v0SendingSuite } from './v0-sending.suite.ts';
import { startProfileServers } from './v0-server.ts';

writingSuite('a server as exchange', () => startProfileWriting('exchange', WITH_PASSWORD.capabilities));
for (const profile of ['outlook', 'gmail'] as const) {
  v0DraftsSuite(`a server as ${profile}`, () => startProfileServers(profile));
  v0SendingSuite(`a server as ${profile}`, () => startProfileServers(profile));
}
