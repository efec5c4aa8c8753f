import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Secret } from '../../src/domain/logins/secret.ts';
import { chooseLogin } from '../../src/trial/choose-login.ts';
import { serversFound, type TrialInbox } from '../../src/trial/mailbox-servers.ts';
import type { TokenQuestion, TrialPerson } from '../../src/trial/trial-person.ts';
import { server } from '../application/discovery/fake-sources.ts';

const SIGNAL = new AbortController().signal;
const USER = 'jane@acme.test';

function inboxAt(host: string, mechanisms: TrialInbox['mechanisms']): TrialInbox {
  const incoming = [server(host, { user: USER, mechanisms })];
  const found = { domain: 'acme.test', incoming, outgoing: [], reports: [] };
  const [inbox] = serversFound({ ...found, source: 'mx', confidence: 'likely' }).inboxes;
  assert.ok(inbox);
  return inbox;
}

/** The choice at this server, and what the person was asked and told. */
async function choose(inbox: TrialInbox, token: Secret | null = null) {
  const [asked, told, tokens]: [string[], string[], TokenQuestion[]] = [[], [], []];
  const person: TrialPerson = {
    tell: (line) => void told.push(line),
    confirm: async () => true,
    async askPassword(user) {
      asked.push(user);
      return new Secret('a password');
    },
    async requestToken(question) {
      tokens.push(question);
      return token;
    },
  };
  const { kind, secret } = await chooseLogin(inbox, { configuration: { mailServers: [] }, person }, SIGNAL);
  return { kind, secret: secret.reveal(), asked, told, tokens };
}

describe('chooseLogin', () => {
  it('asks for a password where the server takes nothing else', async () => {
    assert.deepEqual(await choose(inboxAt('imap.acme.test', ['password'])), {
      ...{ kind: 'password', secret: 'a password', asked: [USER], told: [], tokens: [] },
    });
  });

  it('says before it asks which password the provider wants', async () => {
    const { told, kind } = await choose(inboxAt('imap.gmail.com', ['oauth', 'password']));

    assert.equal(kind, 'password');
    assert.match(told.join(), /Google takes app passwords.*https:\/\/myaccount\.google\.com\/apppasswords/);
  });

  it('takes a token where there is a client for the provider', async () => {
    const { kind, secret, asked, tokens } = await choose(
      inboxAt('outlook.office365.com', ['oauth']),
      new Secret('a-token'),
    );

    assert.deepEqual([kind, secret, asked], ['bearer', 'a-token', []]);
    assert.deepEqual(
      tokens.map(({ user, provider }) => [user, provider.scopes[0]]),
      [[USER, 'https://outlook.office.com/IMAP.AccessAsUser.All']],
    );
  });

  it('says what to do where the provider takes tokens only and there is no client', async () => {
    await assert.rejects(choose(inboxAt('outlook.office365.com', ['oauth'])), {
      name: 'TrialFailure',
      message: /Microsoft takes no passwords for IMAP(?:.|\n)*--client-id/,
    });
  });
});
