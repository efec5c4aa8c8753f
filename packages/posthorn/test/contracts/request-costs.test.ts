/** The costs that an answer states are those that went over the network. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from 'posthorn-sandbox';
import { v1Mail } from '../http/v1/v1-mail.ts';
import { ACCOUNT, openV1Api, USER } from '../http/v1/v1-server.ts';
import { startImapRecorder } from '../support/imap-recorder.ts';

const COSTS = /imap;desc="(\d+) round trips, (\d+) octets sent, (\d+) received"/;

describe('Server-Timing', () => {
  it('has the costs of all folders of a search', async (t) => {
    const sandbox = await startSandbox({ users: [{ ...USER, mailboxes: v1Mail }] });
    const recorder = await startImapRecorder({ host: '127.0.0.1', port: sandbox.imapPort });
    const api = openV1Api({ imapPort: recorder.port });
    t.after(async () => {
      await api.close();
      recorder.close();
      await sandbox.close();
    });
    const path = `${ACCOUNT}/MessageItems?filter[subject]=re&page[limit]=5`;
    await api.get(path);
    recorder.clear();

    const { headers, statusCode } = await api.get(path);

    const { clientOctets, serverOctets } = recorder.traffic();
    const [, , sent, received] = COSTS.exec(String(headers['server-timing'])) ?? [];
    assert.equal(statusCode, 200);
    assert.ok(recorder.commands().filter((command) => command.startsWith('UID SORT')).length > 2);
    assert.deepEqual([Number(sent), Number(received)], [clientOctets, serverOctets]);
  });
});
