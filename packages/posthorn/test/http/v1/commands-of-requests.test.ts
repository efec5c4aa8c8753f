/** What everyday requests cost at the mail server: their commands, in order. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT, MESSAGES, startV1Server, type V1Server } from './v1-server.ts';

describe('The commands of a request', () => {
  let server: V1Server;
  /** Of a message whose id has the uidValidity of its mailbox. */
  let id = '';
  let path = '';
  before(async () => {
    server = await startV1Server();
    const { data } = JSON.parse((await server.get(`${MESSAGES}?page[limit]=1`)).body) as {
      data: readonly [{ id: string }];
    };
    id = data[0].id;
    path = pathOf(id);
  });
  after(() => server.close());

  const pathOf = (messageId: string) => `${MESSAGES}/${messageId.split('.').slice(-2).join('.')}`;
  const commandsOf = async (work: () => Promise<{ readonly statusCode: number }>) => {
    server.commands();
    assert.equal((await work()).statusCode, 200);
    return server.commands().map(nameOf);
  };
  const change = (attributes: Readonly<Record<string, unknown>>) =>
    server.send({ method: 'PATCH', url: path, document: { data: { type: 'MessageItem', id, attributes } } });

  it('that changes a flag are the question for the message with the change, which tells the flags', async () => {
    const expected = ['UID FETCH (UID)', 'UID STORE'];

    assert.deepEqual(await commandsOf(() => change({ seen: true })), expected);
    assert.deepEqual(await commandsOf(() => change({ seen: false })), expected);
  });

  it('that sets one flag and clears another change both at once', async () => {
    assert.deepEqual(await commandsOf(() => change({ seen: true, flagged: false })), [
      'UID FETCH (UID)',
      'UID STORE',
      'UID STORE',
    ]);
  });

  it('for a listed message with its body are the check for changes and its texts', async () => {
    const commands = await commandsOf(() => server.get(`${path}?include=MessageBody`));

    assert.deepEqual(commands, ['NOOP', 'UID FETCH']);
  });

  it('for a message whose parts are not known are the check for changes with the message, and its texts', async () => {
    const subjects = await server.get(`${MESSAGES}?page[limit]=2&fields[MessageItem]=subject`);
    const other = pathOf(subjects.json().data[1].id);

    const commands = await commandsOf(() => server.get(`${other}?include=MessageBody`));

    assert.deepEqual(commands, ['NOOP', 'UID FETCH', 'UID FETCH']);
  });

  it('for the folder tree are the check for changes and one LIST', async () => {
    assert.deepEqual(await commandsOf(() => server.get(`${ACCOUNT}/MailFolders`)), ['NOOP', 'LIST STATUS']);
  });

  it('that moves a message to the trash find it without counting all folders', async () => {
    server.commands();
    const answer = await server.send({ method: 'DELETE', url: path });

    assert.ok(answer.statusCode < 300);
    const names = server.commands().map(nameOf);
    assert.ok(names.includes('LIST'), names.join());
    assert.ok(!names.includes('LIST STATUS'), names.join());
  });
});

/** The name of the command; of LIST also whether it counts, of UID FETCH whether it only asks for the message. */
function nameOf(command: string): string {
  if (command.startsWith('LIST')) return command.includes('STATUS') ? 'LIST STATUS' : 'LIST';
  const [name = '', second = ''] = command.split(' ');
  if (name !== 'UID') return name;
  return command.endsWith(' (UID)') ? `UID ${second} (UID)` : `UID ${second}`;
}
