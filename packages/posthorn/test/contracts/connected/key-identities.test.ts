/** 200 keys at once, each bound to an account of its own, over real HTTP: lists, changes and streams of events. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { canariesIn } from '../soaks/canaries.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
  V0,
  V1,
} from './connected-server.ts';

const IDENTITIES = 200;
const WAIT_MS = 60_000;

interface Identity {
  readonly canary: string;
  readonly user: string;
  readonly password: string;
  readonly account: string;
}

const identities: readonly Identity[] = Array.from({ length: IDENTITIES }, (_, index) => {
  const canary = `canary${String(index).padStart(3, '0')}`;
  return {
    canary,
    user: `${canary}user@example.org`,
    password: `${canary}secret`,
    account: `${canary}folder`,
  };
});

function mailOf({ canary }: Identity, subject: string): string {
  return `From: ${canary}sender@example.org\nSubject: ${canary}${subject}\n\n${canary}text\n`;
}

describe('200 keys at once', () => {
  let sandbox: Sandbox;
  let server: ConnectedServer;
  let base = '';
  const keys = new Map<Identity, string>();
  before(async () => {
    const users = identities.map((identity) => ({
      ...{ name: identity.user, password: identity.password },
      mailboxes: [{ name: 'INBOX', messages: [{ raw: mailOf(identity, 'subject') }] }],
    }));
    sandbox = await startSandbox({ users });
    server = await startConnectedServer({
      servers: [{ imapPort: sandbox.imapPort }],
      // Connections of a proxy are those of many clients.
      settings: { APP_SESSIONS_TOTAL: '1000', APP_TRUST_PROXY: '127.0.0.1' },
    });
    base = await server.posthorn.listen();
    for (const identity of identities) {
      const { account, user: name, password } = identity;
      const document = accountDocument(
        accountAt({ imapPort: sandbox.imapPort }, { name, password }),
        account,
      );
      const { status } = await server.ask({ method: 'POST', url: '/MailAccounts?verify=false', document });
      assert.equal(status, 201);
      keys.set(identity, await server.makeKey({ accounts: [account] }));
    }
  });
  after(async () => {
    await server.close();
    await sandbox.close();
  });

  const headersOf = (identity: Identity) => ({ authorization: `Bearer ${keys.get(identity)}` });

  /** Canaries of others in the answer; the number of own ones. */
  const read = async (identity: Identity, url: string) => {
    const answer = await fetch(`${base}${url}`, { headers: headersOf(identity) });
    const found = [...canariesIn(JSON.stringify([...answer.headers]) + (await answer.text()))];
    const foreign = found.filter((each) => !each.startsWith(identity.canary));
    return { status: answer.status, hasOwn: found.length > foreign.length, foreign };
  };

  it('read their own mail alone, in lists, messages, searches and both versions', async () => {
    const urls = ({ account, canary }: Identity) => [
      `${V1}/MailAccounts`,
      `${V1}/MessageItems?filter[MailFolder]=${account}.INBOX&include=MailFolder`,
      `${V1}/MailAccounts/${account}/MessageItems?filter[text]=${canary}`,
      `${V0}/MailAccounts/${account}/MailFolders/INBOX/MessageItems?start=0&limit=10`,
      `${V1}/MailFolders`,
    ];
    const rounds = urls(identities[0] as Identity).map((_, round) => round);

    // Neighbours ask for different things at the same time.
    const answers: Awaited<ReturnType<typeof read>>[] = [];
    for (const round of rounds) {
      const asked = identities.map((identity, index) =>
        read(identity, urls(identity)[(round + index) % rounds.length] ?? ''),
      );
      answers.push(...(await Promise.all(asked)));
    }

    assert.deepEqual(
      answers.flatMap(({ foreign }) => foreign),
      [],
    );
    assert.deepEqual(
      answers.filter(({ status, hasOwn }) => status !== 200 || !hasOwn),
      [],
    );
    assert.equal(answers.length, IDENTITIES * rounds.length);
  });

  it('hear of their own mail alone, when mail arrives for all of them', async () => {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(WAIT_MS)]);
    const listen = async (identity: Identity) => {
      const headers = { ...headersOf(identity), accept: 'text/event-stream' };
      const url = `${base}${V1}/MailAccounts/${identity.account}/MailFolders/INBOX/events`;
      const { status, body } = await fetch(url, { headers, signal });
      assert.equal(status, 200);
      const octets = body?.getReader();
      assert.ok(octets);
      return { identity, octets, decoder: new TextDecoder() };
    };
    type Listener = Awaited<ReturnType<typeof listen>>;
    const until = async ({ octets, decoder }: Listener, word: string) => {
      let text = '';
      while (!text.includes(word)) {
        const { value, done } = await octets.read();
        if (done) throw new Error(`The stream ended: ${text}`);
        text += decoder.decode(value, { stream: true });
      }
      return text;
    };

    const listeners = await Promise.all(identities.map(listen));
    const beginnings = await Promise.all(listeners.map((listener) => until(listener, 'event: state')));
    for (const identity of identities) sandbox.user(identity.user).deliver(mailOf(identity, 'news'));
    const news = await Promise.all(
      listeners.map((listener) => until(listener, `"created":["${listener.identity.account}.INBOX.`)),
    );
    stop.abort();

    const foreign = listeners.flatMap(({ identity }, index) =>
      [...canariesIn(`${beginnings[index]}${news[index]}`)].filter(
        (each) => !each.startsWith(identity.canary),
      ),
    );
    assert.deepEqual(foreign, []);
  });

  it('find nothing of each other by any id of a neighbour', async () => {
    const answers = await Promise.all(
      identities.map((identity, index) => {
        const { account } = identities[(index + 1) % IDENTITIES] as Identity;
        return read(identity, `${V1}/MailFolders/${account}.INBOX/MessageItems`);
      }),
    );

    assert.deepEqual(
      answers.filter(({ status, foreign }) => status !== 404 || foreign.length > 0),
      [],
    );
  });
});
