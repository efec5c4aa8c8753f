import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askApi } from '../../../src/cli/dialogues/ask-api.ts';
import { askDebug } from '../../../src/cli/dialogues/ask-debug.ts';
import { askEnvironment } from '../../../src/cli/dialogues/ask-environment.ts';
import { askUrl } from '../../../src/cli/dialogues/ask-url.ts';
import type { Dialogue, DialogueContext } from '../../../src/cli/dialogues/dialogue.ts';
import { createDefaultAnswers } from '../../../src/cli/questions/default-answers.ts';
import { answerWith } from '../piped-answers.ts';

interface Case extends Partial<Pick<DialogueContext, 'flags' | 'environment' | 'questions'>> {
  readonly env?: Readonly<Record<string, string>>;
  readonly answers?: readonly string[];
}

/** What the dialogue changes, as an object. */
async function changesOf(dialogue: Dialogue, { env = {}, answers = [], ...context }: Case) {
  const questions = answerWith(...answers);
  const present = new Map(Object.entries(env));
  return Object.fromEntries(await dialogue({ questions, flags: {}, environment: {}, ...context, present }));
}

describe('the question for the URL', () => {
  const OLD = { APP_URL: 'https://old.example' };

  it('offers the default where there is none', async () => {
    const questions = answerWith('', '');

    assert.deepEqual(await changesOf(askUrl, { questions }), { APP_URL: 'http://127.0.0.1:8025' });
    assert.match(questions.printed(), /1\) http:\/\/127\.0\.0\.1:8025\n {2}2\) type in another URL\n\[1\]/);
    assert.match(
      questions.printed(),
      /is available at http:\/\/127\.0\.0\.1:8025\. Is that right\? \[Y\/n\]/,
    );
  });

  it('offers the present one', async () => {
    assert.deepEqual(await changesOf(askUrl, { env: OLD, answers: ['', 'y'] }), OLD);
  });

  it('offers the default in place of one that is not valid', async () => {
    const env = { APP_URL: 'ftp://old.example' };

    assert.deepEqual(await changesOf(askUrl, { env, answers: ['', ''] }), {
      APP_URL: 'http://127.0.0.1:8025',
    });
  });

  it('offers what the web server is called, by the scheme it speaks', async () => {
    const environment = { SERVER_NAME: 'mail.example.org' };

    const plain = await changesOf(askUrl, { environment, answers: ['2', ''] });
    const secure = await changesOf(askUrl, {
      environment: { ...environment, HTTPS: 'on' },
      answers: ['2', ''],
    });

    assert.deepEqual(
      [plain.APP_URL, secure.APP_URL],
      ['http://mail.example.org', 'https://mail.example.org'],
    );
  });

  it('offers the name of the web server only once', async () => {
    const environment = { SERVER_NAME: 'old.example', HTTPS: 'on' };

    const changes = await changesOf(askUrl, {
      env: OLD,
      environment,
      answers: ['2', 'http://new.example', ''],
    });

    assert.deepEqual(changes, { APP_URL: 'http://new.example' });
  });

  it('starts over when the URL is not right', async () => {
    const answers = ['2', 'http://typo.example/x/', 'n', '2', 'http://new.example/y/', 'y'];

    assert.deepEqual(await changesOf(askUrl, { answers }), { APP_URL: 'http://new.example/y' });
  });

  for (const url of [
    'x\nAPP_DEBUG=true',
    'http://x\nAPP_DEBUG=true',
    'example.org',
    'http://',
    'ftp://x',
    ' ',
  ]) {
    it(`refuses the flag ${JSON.stringify(url)}`, async () => {
      await assert.rejects(changesOf(askUrl, { flags: { url } }), /^CommandError: --url: Expected /);
    });
  }

  it('asks nothing when the flag answers', async () => {
    assert.deepEqual(await changesOf(askUrl, { flags: { url: 'http://x.example/' } }), {
      APP_URL: 'http://x.example',
    });
  });
});

describe('the questions for the API', () => {
  const LOCAL = {
    APP_EMAIL_PATH: 'rest-api-email',
    AUTH_PROVIDER: 'local-mail-account',
    APP_AUTH_PATH: null,
  };

  it('have local-mail-account as their default, which has no auth path', async () => {
    const questions = answerWith('', '', '', '');

    assert.deepEqual(await changesOf(askApi, { questions }), LOCAL);
    assert.match(questions.printed(), /1\) single-imap-user .*\n {2}2\) local-mail-account .*\n\[2\]/);
  });

  it('show the URL that comes of the path', async () => {
    const questions = answerWith('2', 'mail/api', '', '', '');

    await changesOf(askApi, { questions, env: { APP_URL: 'https://x.example/y' } });

    assert.match(questions.printed(), /The URL is https:\/\/x\.example\/y\/mail\/api\/\{apiVersion\}\./);
  });

  it('ask for the only mail servers that clients of local-mail-account may name', async () => {
    const hosts = 'imap.example.org, smtp.example.org:465';

    assert.deepEqual(await changesOf(askApi, { answers: ['', '', '', '2', hosts] }), {
      ...LOCAL,
      APP_MAIL_HOSTS_ONLY: 'imap.example.org,smtp.example.org:465',
    });
  });

  it('offer the mail servers that are named now, and all in their place', async () => {
    const env = { AUTH_PROVIDER: 'local-mail-account', APP_MAIL_HOSTS_ONLY: '*.example.org' };

    assert.deepEqual(await changesOf(askApi, { env, answers: ['', '', '', ''] }), {
      ...LOCAL,
      APP_MAIL_HOSTS_ONLY: '*.example.org',
    });
    assert.deepEqual(await changesOf(askApi, { env, answers: ['', '', '', '2'] }), {
      ...LOCAL,
      APP_MAIL_HOSTS_ONLY: null,
    });
  });

  it('take the mail servers from a flag, which has to fit the provider', async () => {
    const flags = { emailPath: 'rest-api-email', mailHostsOnly: 'imap.example.org' };

    assert.deepEqual(await changesOf(askApi, { flags: { ...flags, authProvider: 'local-mail-account' } }), {
      ...LOCAL,
      APP_MAIL_HOSTS_ONLY: 'imap.example.org',
    });
    const wrong = { ...flags, authProvider: 'local-mail-account', mailHostsOnly: 'http://x' };
    await assert.rejects(
      changesOf(askApi, { flags: wrong }),
      /--mail-hosts-only: Expected a comma-separated/,
    );
    await assert.rejects(
      changesOf(askApi, { flags: { ...flags, authProvider: 'single-imap-user', authPath: 'a' } }),
      /--mail-hosts-only needs the auth provider local-mail-account/,
    );
  });

  it('ask for the auth path of single-imap-user', async () => {
    assert.deepEqual(await changesOf(askApi, { answers: ['', '', '1', '2', 'sign/in', ''] }), {
      APP_EMAIL_PATH: 'rest-api-email',
      AUTH_PROVIDER: 'single-imap-user',
      APP_AUTH_PATH: 'sign/in',
    });
  });

  it('offer the present values', async () => {
    const env = { APP_EMAIL_PATH: 'mail', AUTH_PROVIDER: 'single-imap-user', APP_AUTH_PATH: 'auth' };

    assert.deepEqual(await changesOf(askApi, { env, answers: ['', '', '', '', ''] }), env);
  });

  it('do not offer the path of the email service for the auth service', async () => {
    const flags = { emailPath: 'rest-imapuser', authProvider: 'single-imap-user' };

    assert.deepEqual(await changesOf(askApi, { flags, answers: ['auth', ''] }), {
      APP_EMAIL_PATH: 'rest-imapuser',
      AUTH_PROVIDER: 'single-imap-user',
      APP_AUTH_PATH: 'auth',
    });
    await assert.rejects(
      changesOf(askApi, { flags: { ...flags, authPath: 'rest-imapuser' } }),
      /--auth-path: Expected a path other than that of the email service/,
    );
  });

  it('ask nothing when the flags answer', async () => {
    const flags = { emailPath: '/a/b/', authProvider: 'single-imap-user', authPath: 'c' };

    assert.deepEqual(await changesOf(askApi, { flags }), {
      APP_EMAIL_PATH: 'a/b',
      AUTH_PROVIDER: 'single-imap-user',
      APP_AUTH_PATH: 'c',
    });
  });

  it('refuse an auth path for the provider that has none', async () => {
    const flags = { emailPath: 'a', authProvider: 'local-mail-account', authPath: 'c' };

    await assert.rejects(
      changesOf(askApi, { flags }),
      /--auth-path needs the auth provider single-imap-user/,
    );
  });

  for (const path of ['', '   ', '/', '../x', 'a b', 'a?b', 'x\ny']) {
    it(`refuse the path ${JSON.stringify(path)}`, async () => {
      await assert.rejects(changesOf(askApi, { flags: { emailPath: path } }), /--email-path: Expected /);
    });
  }
});

describe('the question for the environment', () => {
  it('has production as its default', async () => {
    assert.deepEqual(await changesOf(askEnvironment, { answers: [''] }), { APP_ENV: 'production' });
  });

  it('takes any other name', async () => {
    assert.deepEqual(await changesOf(askEnvironment, { answers: ['3', 'a "test" #1'] }), {
      APP_ENV: 'a "test" #1',
    });
  });

  it('offers the present name', async () => {
    const env = { APP_ENV: 'staging' };

    assert.deepEqual(await changesOf(askEnvironment, { env, answers: [''] }), env);
  });

  it('refuses a name that no quoting can carry', async () => {
    await assert.rejects(changesOf(askEnvironment, { flags: { env: `'"\`` } }), /--env: Expected a value/);
  });
});

describe('the question for debug mode', () => {
  it('has no as its default, even where it is on', async () => {
    const env = { APP_DEBUG: 'true' };

    assert.deepEqual(await changesOf(askDebug, { env, answers: [''] }), { APP_DEBUG: 'false' });
  });

  it('can be answered by a flag', async () => {
    assert.deepEqual(await changesOf(askDebug, { flags: { debug: true } }), { APP_DEBUG: 'true' });
  });
});

describe('the default answers', () => {
  const questions = createDefaultAnswers();

  it('answer all that has a default', async () => {
    assert.deepEqual(await changesOf(askUrl, { questions }), { APP_URL: 'http://127.0.0.1:8025' });
  });

  it('name the flag for what has none', async () => {
    const flags = { emailPath: 'rest-imapuser', authProvider: 'single-imap-user' };

    await assert.rejects(changesOf(askApi, { questions, flags }), /there is no default\. Use --auth-path/);
  });
});
