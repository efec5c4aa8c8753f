/** What the connect page refuses, escapes and keeps to itself. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { createLogger } from '../../../src/observability/logger.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { type ConnectScene, GRANT, JANE, openConnectScene, PASSWORD, RETURN_URL } from './connect-scene.ts';
import { PageClient, textOf } from './page-client.ts';

const LOGIN = { step: 'password', address: JANE, password: PASSWORD };
const CALLBACK = '/rest-imapuser/oauth/callback';
const MARKUP = '"><img src=x onerror=alert(1)><script>alert(1)</script>\'';

/** A session whose servers are known, and a browser that has opened its page. */
async function atSignIn(scene: ConnectScene, link: Parameters<ConnectScene['begin']>[0] = {}) {
  const client = new PageClient();
  const session = await scene.begin(link);
  await client.get(session.page);
  if (link.account == null) await client.post(session.page, { step: 'address', address: JANE });
  return { client, ...session };
}

/** The address to which the provider sends the browser back. */
async function beginAtProvider(scene: ConnectScene, { client, page }: Awaited<ReturnType<typeof atSignIn>>) {
  const { html } = await client.post(page, { step: 'provider:test', address: JANE });
  const [, url = ''] = /content="0; url=([^"]*)"/.exec(html) ?? [];
  const state = new URL(url.replaceAll('&#38;', '&')).searchParams.get('state') ?? '';
  return (parameters: Readonly<Record<string, string>>) =>
    `${scene.address}${CALLBACK}?${new URLSearchParams({ state, ...parameters })}`;
}

describe('The connect page: headers and forms', () => {
  it('has a policy without scripts, and is neither kept nor named by browsers', async (t) => {
    const scene = await openConnectScene(t);
    const { page } = await scene.begin();

    const { headers, html } = await new PageClient().get(page);
    const policy = headers.get('content-security-policy') ?? '';

    assert.match(
      policy,
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'self' https:\/\/crm\.example; frame-ancestors 'none'$/,
    );
    assert.deepEqual(
      ['referrer-policy', 'cache-control', 'x-content-type-options', 'content-encoding'].map((name) =>
        headers.get(name),
      ),
      ['no-referrer', 'no-store', 'nosniff', null],
    );
    assert.match(headers.get('set-cookie') ?? '', /; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/);
    assert.ok(!html.includes('<script'));
  });

  it('keeps the cookie to this host and to TLS where the page has it', async (t) => {
    const scene = await openConnectScene(t, { options: { publicUrl: 'https://mail.example' } });
    const { page } = await scene.begin();

    const { headers } = await new PageClient().get(page);

    assert.match(headers.get('set-cookie') ?? '', /^__Host-posthorn-connect-.*; Secure$/);
  });

  it('stays below the public address of the server', async (t) => {
    const publicUrl = 'https://mail.example/posthorn';
    const scene = await openConnectScene(t, { options: { publicUrl } });
    const visit = await atSignIn(scene);
    const { pathname } = new URL(visit.page);

    const sent = await visit.client.post(visit.page, { step: 'address', address: JANE });
    const { html } = await visit.client.post(visit.page, { step: 'provider:test', address: JANE });

    assert.equal(sent.headers.get('location'), `${publicUrl}${pathname}`);
    assert.match(html, new RegExp(`redirect_uri=${encodeURIComponent(`${publicUrl}${CALLBACK}`)}`));
  });

  it('answers an unknown session and a wrong secret alike', async (t) => {
    const scene = await openConnectScene(t);
    const { page, id } = await scene.begin();
    const client = new PageClient();
    const wrong = `${page.slice(0, -1)}${page.endsWith('A') ? 'B' : 'A'}`;

    const answers = [
      await client.get(wrong),
      await client.get(page.replace(id, 'unknown')),
      await client.post(wrong, LOGIN),
    ];

    assert.deepEqual(
      answers.map((answer) => [answer.status, textOf(answer)]),
      answers.map(() => [404, textOf(answers[0] as (typeof answers)[number])]),
    );
    assert.match(textOf(answers[0] as (typeof answers)[number]), /This link is not valid/);
  });

  for (const [name, headers] of [
    ['a form of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a form of another host of the domain', { 'sec-fetch-site': 'same-site' }],
    ['a request without a page', { 'sec-fetch-site': 'none' }],
  ] as const) {
    it(`refuses ${name}`, async (t) => {
      const scene = await openConnectScene(t);
      const { client, page, id } = await atSignIn(scene);

      const answers = [
        await client.post(page, LOGIN, headers),
        await client.post(page, { step: 'cancel' }, headers),
        await client.post(page, { step: 'provider:test', address: JANE }, headers),
      ];

      assert.deepEqual(
        answers.map(({ status }) => status),
        [403, 403, 403],
      );
      assert.deepEqual([scene.tried.length, await scene.status(id)], [0, 'open']);
    });
  }

  it('refuses a form without the cookie of the page', async (t) => {
    const scene = await openConnectScene(t);
    const { page } = await atSignIn(scene);

    const answer = await new PageClient().post(page, LOGIN);

    assert.deepEqual([answer.status, scene.tried.length], [403, 0]);
    assert.match(textOf(answer), /Allow cookies for this page/);
  });

  it('takes its own form', async (t) => {
    const scene = await openConnectScene(t);
    const { client, page } = await atSignIn(scene);
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', origin: 'null' };

    assert.equal((await client.post(page, LOGIN, headers)).status, 303);
  });

  it('reads no body above 16 KB, and nothing but forms', async (t) => {
    const scene = await openConnectScene(t);
    const { client, page } = await atSignIn(scene);

    const large = await client.post(page, { ...LOGIN, password: 'x'.repeat(17_000) });
    const json = await client.post(page, LOGIN, { 'content-type': 'application/json' });

    assert.deepEqual([large.status, json.status, scene.tried.length], [413, 415, 0]);
    assert.match(large.headers.get('content-type') ?? '', /^text\/html/);
  });
});

describe('The connect page: markup in what others write', () => {
  it('escapes the address, the name, the servers and the provider', async (t) => {
    const scene = await openConnectScene(t, {
      found: {
        incoming: [
          {
            ...{ protocol: 'imap', host: MARKUP, port: 993, security: 'tls', user: MARKUP },
            mechanisms: ['password'],
          },
        ],
      },
    });
    const { client, page } = await atSignIn(scene, { name: MARKUP, address: JANE });
    const address = '"><script>alert(1)</script>"@example.org';

    const pages = [
      await client.get(page),
      await client.get(`${page}?step=servers`),
      await client.get(`${page}?step=${encodeURIComponent(MARKUP)}`),
      await client.post(page, { step: 'address', address: MARKUP }),
      await client.post(page, {
        ...LOGIN,
        step: 'servers',
        'in-host': MARKUP,
        user: MARKUP,
        'in-port': MARKUP,
      }),
      await client.post(page, { step: MARKUP, address }),
    ];

    for (const { html } of pages) assert.doesNotMatch(html, /<img|<script|onerror=alert\(1\)>/);
    assert.match(pages[0]?.html ?? '', /Continue with Test &#38; Co/);
  });

  it('shows nothing of an error of the provider', async (t) => {
    const scene = await openConnectScene(t);
    const visit = await atSignIn(scene);
    const callback = await beginAtProvider(scene, visit);

    const answer = await visit.client.get(callback({ error: 'access_denied', error_description: MARKUP }));

    assert.equal(answer.status, 422);
    assert.match(textOf(answer), /The sign-in was not completed/);
    assert.doesNotMatch(answer.html, /alert/);
    assert.match(answer.html, new RegExp(`href="${visit.page}"`));
  });
});

describe('The address to which providers return', () => {
  it('connects with the grant, and returns with the account', async (t) => {
    const scene = await openConnectScene(t);
    const visit = await atSignIn(scene);
    const callback = await beginAtProvider(scene, visit);

    const answer = await visit.client.get(callback({ code: 'good' }));

    assert.deepEqual(
      [answer.status, answer.headers.get('location'), await scene.status(visit.id)],
      [303, `${RETURN_URL}&account=${visit.id}&status=connected`, 'connected'],
    );
    assert.deepEqual(scene.tried[0]?.login, { mechanism: 'oauth', user: JANE, grant: GRANT });
  });

  it('leaves an answer to the browser: a HEAD uses up nothing', async (t) => {
    const scene = await openConnectScene(t);
    const visit = await atSignIn(scene);
    const callback = await beginAtProvider(scene, visit);

    const head = await fetch(callback({ code: 'good' }), { method: 'HEAD' });
    const answer = await visit.client.get(callback({ code: 'good' }));

    assert.deepEqual([head.status, answer.status], [405, 303]);
  });

  it('uses an answer once, however often it comes', async (t) => {
    const scene = await openConnectScene(t);
    scene.grant = { ...GRANT, address: 'ann@example.org' };
    const visit = await atSignIn(scene);
    const callback = await beginAtProvider(scene, visit);

    const answers = await Promise.all([1, 2, 3].map(() => visit.client.get(callback({ code: 'good' }))));
    const later = await visit.client.get(callback({ code: 'good' }));

    assert.deepEqual(answers.map(({ status }) => status).sort(), [403, 403, 409]);
    assert.equal(later.status, 403);
    assert.match(textOf(later), /This sign-in cannot be used/);
    assert.equal(await scene.status(visit.id), 'open');
  });

  it('refuses the answer of another session, of another browser, and a made up one', async (t) => {
    const scene = await openConnectScene(t);
    const [mine, other] = [await atSignIn(scene), await atSignIn(scene)];
    const mineAt = await beginAtProvider(scene, mine);
    const otherAt = await beginAtProvider(scene, other);
    const state = (url: string) => new URL(url).searchParams.get('state') ?? '';
    const [, random] = state(otherAt({})).split('.');

    const answers = [
      await new PageClient().get(mineAt({ code: 'good' })),
      await mine.client.get(otherAt({ code: 'good' })),
      await mine.client.get(mineAt({ code: 'good', state: `${mine.id}.${random}` })),
      await mine.client.get(mineAt({ code: 'good', state: `${mine.id}.` })),
      await mine.client.get(`${scene.address}${CALLBACK}`),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403, 403, 403],
    );
    assert.equal(scene.tried.length, 0);
    assert.equal((await mine.client.get(mineAt({ code: 'good' }))).status, 303);
  });

  it('takes an answer at another process than the one that began, and at one of several', async (t) => {
    const scene = await openConnectScene(t);
    const [second, third] = [await scene.startNode(), await scene.startNode()];
    const visit = await atSignIn(scene);
    const callback = await beginAtProvider(scene, visit);
    const at = (node: string) => callback({ code: 'good' }).replace(scene.address, node);

    const answers = await Promise.all([visit.client.get(at(second)), visit.client.get(at(third))]);

    const [first, other] = answers.map(({ status }) => status).sort();
    // The other one comes before the end of the session, or afterwards.
    assert.ok(first === 303 && (other === 403 || other === 410), `${first} ${other}`);
    assert.equal(scene.tried.length, 1);
  });

  it('sends no grant to servers of an address that somebody else has entered on the page', async (t) => {
    const scene = await openConnectScene(t);
    const visit = await atSignIn(scene);
    const other = new PageClient();
    await other.get(visit.page);
    await other.post(visit.page, { step: 'address', address: 'ann@elsewhere.example' });

    const begun = await visit.client.post(visit.page, { step: 'provider:test', address: JANE });

    assert.deepEqual([begun.status, scene.tried.length], [409, 0]);
    assert.match(textOf(begun), /The address has changed in the meantime/);
    await visit.client.post(visit.page, { step: 'address', address: JANE });
    const callback = await beginAtProvider(scene, visit);
    await other.post(visit.page, { step: 'address', address: 'ann@elsewhere.example' });
    assert.equal((await visit.client.get(callback({ code: 'good' }))).status, 403);
    assert.equal(scene.tried.length, 0);
  });

  it('does not connect the mailbox of a person who was only sent to the provider', async (t) => {
    const scene = await openConnectScene(t);
    const attacker = await atSignIn(scene);
    const callback = await beginAtProvider(scene, attacker);
    const victim = new PageClient();
    await victim.get(attacker.page);

    const answer = await victim.get(callback({ code: 'good' }));

    assert.deepEqual([answer.status, scene.tried.length], [403, 0]);
  });

  it('refuses an answer that comes too late, and one of a session that has expired', async (t) => {
    const scene = await openConnectScene(t);
    const [late, expired] = [await atSignIn(scene), await atSignIn(scene, { expiresInSeconds: 700 })];
    const [lateAt, expiredAt] = [await beginAtProvider(scene, late), await beginAtProvider(scene, expired)];
    scene.now += 10 * 60_000;
    const afterTen = await late.client.get(lateAt({ code: 'good' }));
    scene.now += 2 * 60_000;

    const afterEnd = await expired.client.get(expiredAt({ code: 'good' }));

    assert.deepEqual([afterTen.status, afterEnd.status, scene.tried.length], [403, 410, 0]);
  });

  it('changes nothing for the grant of another mailbox', async (t) => {
    const scene = await openConnectScene(t);
    const id = 'crm-17' as MailAccountId;
    await scene.store.accounts.save(buildAccount({ id }));
    const before = await scene.store.accounts.find(id);
    scene.grant = { ...GRANT, address: 'ann@example.org' };
    const visit = await atSignIn(scene, { account: id });
    const callback = await beginAtProvider(scene, visit);

    const answer = await visit.client.get(callback({ code: 'good' }));

    assert.equal(answer.status, 409);
    assert.match(textOf(answer), /This is another mailbox/);
    assert.deepEqual([await scene.store.accounts.find(id), scene.tried.length], [before, 0]);
  });
});

describe('The secret of a connect page', () => {
  it('is in no log line and no record of the audit log', async (t) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ level: 'trace', environment: 'test', destination });
    const scene = await openConnectScene(t, {
      logger,
      options: { auditListener: (entry) => void lines.push(JSON.stringify(entry)) },
    });
    const visit = await atSignIn(scene);
    const { client, page } = visit;
    const callback = await beginAtProvider(scene, visit);
    const login = { authorization: `Basic ${Buffer.from('jane:pw-of-a-program').toString('base64')}` };

    await client.get(page, login);
    await client.post(page, { step: 'address', address: JANE }, login);
    await client.post(page, { ...LOGIN, password: 'wrong-password' });
    await client.get(callback({ code: 'bad-code-of-provider' }));
    await client.get(`${page}%zz`);
    await client.post(page, LOGIN, { 'content-type': 'text/plain' });
    await client.get(`${page}/further`);
    logger.info({ req: { method: 'GET', url: new URL(page).pathname } }, 'a request');
    await client.post(page, LOGIN);

    const secret = page.split('/').at(-1) ?? '';
    const text = lines.join('\n');
    assert.match(
      text,
      new RegExp(
        `"method":"POST","route":"[^"]*/connect/[^"]*","status":303,"ids":{"connectSessionId":"${visit.id}"}}`,
      ),
    );
    assert.ok(lines.length > 10);
    for (const hidden of [secret, PASSWORD, 'wrong-password', 'bad-code-of-provider', 'pw-of-a-program']) {
      assert.ok(!text.includes(hidden), `${hidden} is in ${lines.find((line) => line.includes(hidden))}`);
    }
  });

  it('is in the store as a digest only', async (t) => {
    const scene = await openConnectScene(t);
    const { id, page } = await scene.begin();

    const row = JSON.stringify(await scene.store.connectSessions.find(id));

    assert.ok(!row.includes(page.split('/').at(-1) ?? ''));
  });
});
