import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createServices } from '../../src/composition/create-services.ts';
import { defaultBindings } from '../../src/composition/default-bindings.ts';
import type { Bindings, Services } from '../../src/composition/services.ts';
import { CONFIGURATION } from './test-configuration.ts';

const DEFAULTS = defaultBindings(CONFIGURATION);
const create = (...overrides: Partial<Bindings>[]) => createServices(DEFAULTS, ...overrides);

/** A service that keeps a list of who was closed. */
function closable(name: string, closed: string[]) {
  return { close: async () => void closed.push(name) };
}
const SIGNAL = new AbortController().signal;

describe('createServices', () => {
  it('builds each service once', () => {
    const { services } = create();

    assert.equal(services.mailStore, services.mailStore);
  });

  it('gives what is replaced to those who depend on it', async () => {
    const { services } = create({ htmlReader: () => ({ toText: async () => 'replaced' }) });

    assert.equal(await services.htmlReader.toText('<p>', SIGNAL), 'replaced');
  });

  it('lets each layer wrap the one below', async () => {
    const mark = (text: string): Partial<Bindings> => ({
      htmlReader: (_services, inherited) => {
        const { toText } = inherited();
        return { toText: async (html, signal) => `${await toText(html, signal)}${text}` };
      },
    });
    const { services } = create(mark(' first'), mark(' second'));

    assert.equal(await services.htmlReader.toText('<p>a</p>', SIGNAL), 'a first second');
  });

  it('refuses a name that is no service', () => {
    const misspelt = { mailStroe: () => ({}) } as Partial<Bindings>;

    assert.throws(() => create(misspelt), /no service named mailStroe\. Services are .*mailStore/);
  });

  it('names the path of services that need each other, at once', () => {
    const circle: Partial<Bindings> = {
      mailStore: ({ messageItems }) => ({ messageItems }) as unknown as Services['mailStore'],
    };

    assert.throws(() => create(circle), {
      message: 'Services need each other: mailStore -> messageItems -> mailStore.',
    });
  });

  it('names the service whose binding fails, and where', () => {
    const failing: Partial<Bindings> = {
      mailStore: () => {
        throw new Error('no database');
      },
    };

    assert.throws(() => create(failing), {
      message: /^The binding of mailStore failed: no database \(at .*create-services\.test\.ts:\d+:\d+\)?\)$/,
    });
  });

  it('refuses a binding that gives nothing', () => {
    const empty = { mailStore: () => undefined } as unknown as Partial<Bindings>;

    assert.throws(() => create(empty), {
      message: 'The binding of mailStore gives undefined and no service.',
    });
  });

  it('refuses a binding that gives a promise', () => {
    const promising = { mailStore: async () => ({}) } as unknown as Partial<Bindings>;

    assert.throws(() => create(promising), {
      message:
        'The binding of mailStore gives a promise. Await what it needs at the top of the file that defines it.',
    });
  });

  describe('at the end', () => {
    it('closes what was built, the last built first', async () => {
      const closed: string[] = [];
      const { close } = create({
        mailStore: () => closable('mailStore', closed) as unknown as Services['mailStore'],
        mailTransport: ({ mailStore }) => {
          assert.ok(mailStore);
          return closable('mailTransport', closed) as unknown as Services['mailTransport'];
        },
      });

      await close();

      assert.deepEqual(closed, ['mailTransport', 'mailStore']);
    });

    it('closes the others when one cannot be closed, and then tells why', async () => {
      const closed: string[] = [];
      const { close } = create({
        mailStore: () => closable('mailStore', closed) as unknown as Services['mailStore'],
        mailTransport: () => ({
          submit: () => Promise.reject(new Error('unused')),
          close: () => Promise.reject(new Error('stuck')),
        }),
      });

      await assert.rejects(close(), { message: 'stuck' });
      assert.deepEqual(closed, ['mailStore']);
    });

    it('closes what was built before a binding failed', () => {
      const closed: string[] = [];
      const half: Partial<Bindings> = {
        mailStore: () => closable('mailStore', closed) as unknown as Services['mailStore'],
        mailTransport: () => {
          throw new Error('no');
        },
      };

      assert.throws(() => create(half), /mailTransport failed/);
      assert.deepEqual(closed, ['mailStore']);
    });
  });
});
