/** The body of a delivery, and what happens when its message cannot be read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import { MailError, type MailErrorCode } from '../../src/domain/errors/mail-error.ts';
import { fieldsProblem } from '../../src/resources/webhook-fields.ts';
import { createWebhookRendering } from '../../src/resources/webhook-rendering.ts';
import { buildEvent } from '../support/stored-events.ts';

const NOW = 1_764_000_000_000;
const MINUTE_MS = 60_000;
const NEVER = new AbortController().signal;

function rendering({ code = null as MailErrorCode | null, now = NOW } = {}) {
  const asked: string[] = [];
  return {
    asked,
    ...createWebhookRendering({
      messageItems: {
        async get({ selection }) {
          asked.push([...selection.attributes].join());
          if (code !== null) throw new MailError(code, { detail: '' });
          return { subject: 'Plan B' } as never;
        },
      },
      openAccount: async (id) => ({ id }) as MailAccount,
      base: 'https://mail.example/rest-api-email/v1',
      now: () => now,
    }),
  };
}

describe('The body of a delivery', () => {
  it('reads exactly the fields of the mask, and nothing for a thin one', async () => {
    const [thin, rich] = [rendering(), rendering()];

    const body = JSON.parse(await thin.render({ event: buildEvent(), fields: [] }, NEVER));
    const full = JSON.parse(await rich.render({ event: buildEvent(), fields: ['subject'] }, NEVER));

    assert.deepEqual([thin.asked, rich.asked], [[], ['subject']]);
    assert.deepEqual(Object.keys(body), ['type', 'timestamp', 'data']);
    assert.deepEqual(full.included[0].attributes, { subject: 'Plan B' });
    assert.equal(
      full.included[0].links.self,
      `https://mail.example/rest-api-email/v1/MessageItems/${full.included[0].id}`,
    );
    assert.deepEqual(full.data, body.data);
  });

  it('goes without a message that has gone or may not be read', async () => {
    for (const code of [
      'message-unknown',
      'message-gone',
      'mailbox-unknown',
      'reauthentication-needed',
      'disabled',
    ] as const) {
      const body = JSON.parse(
        await rendering({ code }).render({ event: buildEvent(), fields: ['subject'] }, NEVER),
      );
      assert.deepEqual(Object.keys(body), ['type', 'timestamp', 'data'], code);
    }
  });

  it('waits ten minutes for a mail server that is away', async () => {
    const event = buildEvent({ at: NOW });
    const request = { event, fields: ['subject'] };

    await assert.rejects(
      rendering({ code: 'server-unreachable', now: NOW + 9 * MINUTE_MS }).render(request, NEVER),
      {
        code: 'server-unreachable',
      },
    );
    const late = await rendering({ code: 'server-unreachable', now: NOW + 10 * MINUTE_MS }).render(
      request,
      NEVER,
    );
    assert.equal('included' in JSON.parse(late), false);
  });

  it('has no message of other kinds of events', async () => {
    const { render, asked } = rendering();
    await render({ event: buildEvent({ kind: 'message.removed' }), fields: ['subject'] }, NEVER);
    await render(
      { event: buildEvent({ kind: 'account.removed', message: null }), fields: ['subject'] },
      NEVER,
    );

    assert.deepEqual(asked, []);
  });

  it('takes masks in both forms and no others', () => {
    for (const mask of [[], ['subject', 'from'], ['+previewText', '-to']])
      assert.equal(fieldsProblem(mask), null, mask.join());
    for (const mask of [['colour'], ['a,b'], ['']]) assert.notEqual(fieldsProblem(mask), null, mask.join());
  });
});
