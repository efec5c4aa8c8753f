/** What the compiler says of bindings; `npm run check` is the test, and the code runs beside it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  defineBindings,
  MailError,
  type MailTransport,
  parseMailboxName,
  Secret,
  toUid,
} from 'posthorn/bindings';

describe('posthorn/bindings', () => {
  it('infers the services and what is inherited', () => {
    const bindings = defineBindings({
      mailTransport: ({ clock, logger }, inherited) => {
        const inner: MailTransport = inherited();
        return {
          submit(request, signal) {
            logger.info({ octets: request.message.octets.length, at: clock() }, 'submitting');
            return inner.submit(request, signal);
          },
          close: () => inner.close(),
        };
      },
    });

    assert.deepEqual(Object.keys(bindings), ['mailTransport']);
  });

  it('refuses what is no binding', () => {
    const wrong = () => [
      // @ts-expect-error: a misspelt name
      defineBindings({ mailStroe: () => ({}) }),
      // @ts-expect-error: what is read from files
      defineBindings({ configuration: (_services, inherited) => inherited() }),
      // @ts-expect-error: a method is missing
      defineBindings({ mailTransport: () => ({ close: async () => undefined }) }),
      // @ts-expect-error: a promise of a service
      defineBindings({ htmlReader: async () => ({ toText: async (html: string) => html }) }),
    ];

    assert.equal(wrong().length, 4);
  });

  it('has what an implementation needs at run time', () => {
    assert.equal(new MailError('message-unknown', { detail: 'None.' }).code, 'message-unknown');
    assert.equal(String(new Secret('x')), '[secret]');
    assert.deepEqual([parseMailboxName('inbox'), toUid(0)], ['INBOX', undefined]);
  });
});
