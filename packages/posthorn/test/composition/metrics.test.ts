/** What Prometheus reads after known traffic over the sandbox. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { createLogger } from '../../src/observability/logger.ts';
import { buildMessage } from '../support/message-samples.ts';
import { type MetricValues, readMetrics } from './metrics-page.ts';
import { type RunningOptions, startRunningPosthorn, USER } from './running-posthorn.ts';

const MESSAGES = '/rest-api-email/v0/MailAccounts/:mailAccountId/MailFolders/:mailFolderId/MessageItems';

/** Posthorn with metrics, and a way to scrape them. */
async function startMeasured(t: TestContext, options: RunningOptions = {}) {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'info',
    environment: 'test',
    destination: { write: (line) => lines.push(line) },
  });
  const running = await startRunningPosthorn(t, {
    settings: { METRICS_PORT: '0' },
    overrides: { logger: () => logger },
    ...options,
  });
  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'metrics are served');
  const url = `http://127.0.0.1:${line.port}/metrics`;
  const scrape = async (): Promise<MetricValues> => readMetrics(await (await fetch(url)).text());
  return { ...running, url, scrape, lines };
}

/** The parts of the scrape that the names begin, without those that are zero. */
function select(values: MetricValues, ...names: string[]): Record<string, number> {
  return Object.fromEntries(
    [...values].filter(([series, value]) => value !== 0 && names.some((name) => series.startsWith(name))),
  );
}

describe('GET /metrics', () => {
  it('counts requests by method, route, version and class of status', async (t) => {
    const { request, address, scrape } = await startMeasured(t);

    await (await request('/MailFolders/INBOX/MessageItems?start=0&limit=5')).text();
    await (await request('/MailFolders/INBOX/MessageItems?start=0&limit=5')).text();
    await (await request('/MailFolders/Nowhere/MessageItems?start=0&limit=5')).text();
    await (await fetch(`${address}/secret-path-of-ann`)).text();
    await (await fetch(`${address}/health`)).text();

    assert.deepEqual(select(await scrape(), 'posthorn_http_requests_total', 'posthorn_problems_total'), {
      [`posthorn_http_requests_total{method="GET",route="${MESSAGES}",version="v0",status_class="2xx"}`]: 2,
      [`posthorn_http_requests_total{method="GET",route="${MESSAGES}",version="v0",status_class="4xx"}`]: 1,
      'posthorn_http_requests_total{method="GET",route="unknown",version="none",status_class="4xx"}': 1,
      'posthorn_http_requests_total{method="GET",route="/health",version="none",status_class="2xx"}': 1,
      'posthorn_problems_total{code="mailbox-unknown"}': 1,
      'posthorn_problems_total{code="route-unknown"}': 1,
    });
  });

  it('measures how long requests take', async (t) => {
    const { request, scrape } = await startMeasured(t);

    await (await request('/MailFolders/INBOX/MessageItems?start=0&limit=5')).text();

    const values = await scrape();
    const labels = `method="GET",route="${MESSAGES}",version="v0"`;
    assert.equal(values.get(`posthorn_http_request_duration_seconds_count{${labels}}`), 1);
    assert.ok((values.get(`posthorn_http_request_duration_seconds_sum{${labels}}`) ?? 0) > 0);
  });

  it('tells the requests that are being answered, and the sessions that they use', async (t) => {
    const { request, sandbox, scrape } = await startMeasured(t);
    await (await request('/MailFolders')).text();
    sandbox.faults.add({ kind: 'delay', ms: 60_000, at: 'command-received', command: 'LIST' });

    const abort = new AbortController();
    const hanging = request('/MailFolders', { signal: abort.signal }).catch(() => undefined);
    const values = await until(scrape, (seen) => seen.get('posthorn_http_requests_in_flight') === 1);

    assert.deepEqual(
      select(values, 'posthorn_imap_session', 'posthorn_http_requests_in_flight')[
        'posthorn_imap_sessions{state="in_use"}'
      ],
      1,
    );
    abort.abort();
    await hanging;
    const later = await until(scrape, (seen) => seen.get('posthorn_http_requests_in_flight') === 0);
    assert.equal(
      later.get(
        'posthorn_http_requests_total{method="GET",route="/rest-api-email/v0/MailAccounts/:mailAccountId/MailFolders",version="v0",status_class="4xx"}',
      ),
      1,
    );
  });

  it('counts commands, round trips and octets as the mail server sees them', async (t) => {
    const { request, sandbox, scrape } = await startMeasured(t);
    await (await request('/MailFolders')).text();
    const before = await scrape();
    sandbox.clearRecording();

    await (await request('/MailFolders/INBOX/MessageItems?start=0&limit=5&attributes=subject')).text();

    const after = await scrape();
    const sum = (values: MetricValues, name: string) =>
      Object.values(select(values, name)).reduce((total, value) => total + value, 0);
    const grown = (name: string) => sum(after, name) - sum(before, name);
    assert.equal(grown('posthorn_imap_commands_total'), sandbox.recording.length);
    assert.equal(grown('posthorn_imap_round_trips_total'), sandbox.recording.length);
    assert.ok(grown('posthorn_imap_sent_bytes_total') > 20);
    assert.ok(grown('posthorn_imap_received_bytes_total') > 20);
    assert.equal(after.get('posthorn_imap_connections_total{outcome="ok"}'), 1);
    assert.equal(after.get('posthorn_imap_sessions{state="idle"}'), 1);
    assert.ok((after.get('posthorn_imap_session_wait_seconds_count') ?? 0) >= 2);
  });

  it('names what goes wrong at the mail server', async (t) => {
    const { request, address, sandbox, scrape } = await startMeasured(t);
    const wrong = `Basic ${btoa(`${USER}:guess`)}`;
    await fetch(`${address}/rest-api-email/v0/MailAccounts`, { headers: { authorization: wrong } });
    sandbox.faults.add({
      kind: 'refuse',
      at: 'command-received',
      command: 'LIST',
      status: 'NO',
      code: 'LIMIT',
    });

    await (await request('/MailFolders')).text();

    const values = await scrape();
    assert.equal(values.get('posthorn_imap_connections_total{outcome="authentication-failed"}'), 1);
    // Without the counts once more: some servers refuse them.
    assert.equal(values.get('posthorn_imap_commands_total{command="LIST",outcome="rate-limited"}'), 2);
    assert.equal(values.get('posthorn_problems_total{code="rate-limited"}'), 1);
  });

  it('counts lost connections apart', async (t) => {
    const { request, sandbox, scrape } = await startMeasured(t);
    sandbox.faults.add({ kind: 'drop', at: 'command-received', command: 'LIST', nth: 1 });

    await (await request('/MailFolders')).text();

    assert.equal(
      (await scrape()).get('posthorn_imap_commands_total{command="LIST",outcome="connection-lost"}'),
      1,
    );
  });

  it('tells how often the caches helped', async (t) => {
    const { request, sandbox, scrape } = await startMeasured(t);
    sandbox.user(USER).deliver(buildMessage({ subject: 'one' }));

    await (await request('/MailFolders/INBOX/MessageItems?start=0&limit=5')).text();
    await (await request('/MailFolders/INBOX/MessageItems?start=0&limit=5')).text();
    // The list has read the parts of the first message.
    sandbox.user(USER).deliver(buildMessage({ subject: 'two' }));
    await (await request('/MailFolders/INBOX/MessageItems/2/MessageBody')).text();
    await (await request('/MailFolders/INBOX/MessageItems/1/Attachments')).text();

    assert.deepEqual(select(await scrape(), 'posthorn_cache_lookups_total'), {
      'posthorn_cache_lookups_total{cache="mailbox-order",outcome="miss"}': 1,
      'posthorn_cache_lookups_total{cache="list-page",outcome="miss"}': 1,
      'posthorn_cache_lookups_total{cache="list-page",outcome="hit"}': 1,
      'posthorn_cache_lookups_total{cache="message",outcome="miss"}': 1,
      // The first list reads its rows ahead with their order, and then finds them in memory.
      'posthorn_cache_lookups_total{cache="message",outcome="hit"}': 1,
      'posthorn_cache_lookups_total{cache="body-structure",outcome="miss"}': 1,
      'posthorn_cache_lookups_total{cache="body-structure",outcome="hit"}': 1,
    });
  });

  it('counts submissions by their outcome', async (t) => {
    const { request, sandbox, scrape } = await startMeasured(t);
    const draft = buildMessage({ subject: 'draft', from: USER, to: ['bob@example.org'] });
    sandbox.user(USER).deliver(draft, { mailbox: 'Drafts', flags: ['\\Draft'] });
    sandbox.user(USER).deliver(draft, { mailbox: 'Drafts', flags: ['\\Draft'] });

    const sent = await request('/MailFolders/Drafts/MessageItems/1', { method: 'POST' });
    sandbox.faults.add({ kind: 'smtp-refuse-data', replyCode: 550 });
    const refused = await request('/MailFolders/Drafts/MessageItems/2', { method: 'POST' });

    assert.deepEqual([sent.status, refused.status], [200, 422]);
    assert.deepEqual(select(await scrape(), 'posthorn_smtp_submissions_total'), {
      'posthorn_smtp_submissions_total{outcome="ok"}': 1,
      'posthorn_smtp_submissions_total{outcome="message-rejected"}': 1,
    });
  });

  it('has the metrics of the process', async (t) => {
    const { scrape } = await startMeasured(t);

    const values = await scrape();

    assert.ok((values.get('process_resident_memory_bytes') ?? 0) > 10_000_000);
    assert.ok(values.has('nodejs_eventloop_lag_p99_seconds'));
  });

  it('holds nothing of a user, a server, a folder or a message', async (t) => {
    const { request, url, sandbox } = await startMeasured(t);
    sandbox.user(USER).createMailbox('Geheimes');
    sandbox.user(USER).deliver(buildMessage({ subject: 'Betreff' }), { mailbox: 'Geheimes' });
    for (const path of ['', '?attributes=*', '/1', '/1/MessageBody', '/99', '/1/Attachments/x']) {
      await (await request(`/MailFolders/Geheimes/MessageItems${path}`)).text();
    }

    const page = await (await fetch(url)).text();

    for (const text of ['ann', 'Geheimes', 'Betreff', '127.0.0.1', 'example']) {
      assert.ok(!page.includes(text), text);
    }
    // Other numbers may have its digits.
    assert.doesNotMatch(page, new RegExp(`(?<![\\d.])${sandbox.imapPort}(?!\\d)`));
  });

  it('is not on the port of the API, and nothing else is on its own', async (t) => {
    const { address, url } = await startMeasured(t);

    const onApi = await fetch(`${address}/metrics`);
    const others = await Promise.all([
      fetch(url.replace('/metrics', '/')),
      fetch(url.replace('/metrics', '/health')),
      fetch(url, { method: 'POST' }),
    ]);

    assert.equal(onApi.status, 404);
    assert.deepEqual(
      others.map(({ status }) => status),
      [404, 404, 404],
    );
  });

  it('is served by nobody when it is not asked for', async (t) => {
    const { posthorn } = await startRunningPosthorn(t);

    assert.equal(posthorn.services.telemetry.metrics, undefined);
  });
});

/** Looks again until it is as expected; the test's own limit ends it else. */
async function until(scrape: () => Promise<MetricValues>, isExpected: (values: MetricValues) => boolean) {
  for (;;) {
    const values = await scrape();
    if (isExpected(values)) return values;
    await once(AbortSignal.timeout(10), 'abort');
  }
}
