/** Where connections may go: the operator's servers anywhere, those of clients only to public mail servers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHostPolicy, type HostPolicyOptions } from '../../../src/adapters/network/host-policy.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { serverUnreachable } from '../../../src/domain/errors/server-unreachable.ts';

const PUBLIC_ADDRESS = '198.41.0.4';

/** Hosts of the threat list that can be refused without asking a name server. */
const REFUSED_BY_TEXT: readonly string[] = [
  '127.0.0.1',
  '127.1',
  '0',
  '0.0.0.0',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost.localdomain',
  'mail.localhost',
  '[::1]',
  '[::]',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fe80::1%eth0',
  'fc00::1',
  '10.1.1.1',
  '172.16.0.1',
  '192.168.0.100',
  '100.64.0.1',
  '169.254.169.254',
  'fd00:ec2::254',
  '100.100.100.200',
  '224.0.0.1',
  '255.255.255.255',
  'metadata.google.internal',
  'printer.local',
  'router.home.arpa',
  'intranet',
  '\uff11\uff12\uff17.0.0.1',
  'host.example/',
  'u@host.example',
  'host.example#',
  'unix:/x',
  'host.example\r\nX: y',
  '',
];

/** Names that resolve to what must not be reached. */
const REFUSED_BY_ADDRESS: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1.nip.io': ['127.0.0.1'],
  '7F000001.nip.io': ['127.0.0.1'],
  '127.0.0.1.sslip.io': ['127.0.0.1'],
  'mixed.example': [PUBLIC_ADDRESS, '169.254.169.254'],
  'private-aaaa.example': ['fd00::1', PUBLIC_ADDRESS],
  'mapped.example': ['::ffff:10.0.0.1'],
  'nonsense.example': ['not an address'],
  'empty.example': [],
};

const PORTS_REFUSED: readonly number[] = [0, 22, 25, 80, 110, 995, 6379, 65_536, -1, 993.5, Number.NaN];
const PORTS_ALLOWED: readonly number[] = [143, 993, 465, 587];

const signal = new AbortController().signal;

interface RecordingResolver {
  readonly asked: string[];
  readonly resolve: (name: string) => Promise<readonly string[]>;
}

function resolver(answers: Readonly<Record<string, readonly string[]>>): RecordingResolver {
  const known = new Map(Object.entries(answers).map(([name, addresses]) => [name.toLowerCase(), addresses]));
  const asked: string[] = [];
  return {
    asked,
    async resolve(name) {
      asked.push(name);
      const addresses = known.get(name);
      if (addresses === undefined) throw new Error(`getaddrinfo ENOTFOUND ${name}`);
      return addresses;
    },
  };
}

function policy(options: Partial<HostPolicyOptions> = {}) {
  return createHostPolicy({
    allowList: [],
    isCleartextAllowed: false,
    resolve: async () => [PUBLIC_ADDRESS],
    ...options,
  });
}

const HOST_REFUSAL = new MailError('invalid-parameter', {
  detail: 'The host of a mail server must be its full DNS name or its public IP address.',
  parameter: 'X-CNMAIL-DATA',
});
const PORT_REFUSAL = new MailError('invalid-parameter', {
  detail: 'The port of a mail server must be 143, 465, 587 or 993.',
  parameter: 'X-CNMAIL-DATA',
});

/** Compares what a client can see of an error, and not its cause. */
function seenAs(expected: MailError): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof MailError);
    assert.deepEqual(
      { code: error.code, details: error.details },
      { code: expected.code, details: expected.details },
    );
    return true;
  };
}

describe('HostPolicy.vet for a server named by a client', () => {
  it('gives the vetted address and the name for TLS', async () => {
    const vetted = await policy().vet({ host: 'IMAP.example.org.', port: 993, origin: 'client' }, signal);

    assert.deepEqual(vetted, { address: PUBLIC_ADDRESS, port: 993, serverName: 'imap.example.org' });
  });

  it('gives no server name for an IP address and asks no name server', async () => {
    const { asked, resolve } = resolver({});

    const vetted = await policy({ resolve }).vet(
      { host: PUBLIC_ADDRESS, port: 993, origin: 'client' },
      signal,
    );

    assert.deepEqual({ vetted, asked }, { vetted: { address: PUBLIC_ADDRESS, port: 993 }, asked: [] });
  });

  it('prefers IPv4 when the name has both', async () => {
    const both = policy({ resolve: async () => ['2001:4860:4860::8888', PUBLIC_ADDRESS] });

    assert.equal(
      (await both.vet({ host: 'imap.example.org', port: 993, origin: 'client' }, signal)).address,
      PUBLIC_ADDRESS,
    );
  });

  it('takes IPv6 when the name has nothing else', async () => {
    const onlyIPv6 = policy({ resolve: async () => ['2001:4860:4860::8888'] });

    assert.equal(
      (await onlyIPv6.vet({ host: 'imap.example.org', port: 993, origin: 'client' }, signal)).address,
      '2001:4860:4860::8888',
    );
  });

  it('resolves a name exactly once, so that a second answer cannot lead elsewhere', async () => {
    const answers = [[PUBLIC_ADDRESS], ['127.0.0.1']];
    const rebinding = policy({ resolve: async () => answers.shift() ?? [] });

    const vetted = await rebinding.vet({ host: 'rebind.example', port: 993, origin: 'client' }, signal);

    assert.deepEqual(
      { address: vetted.address, left: answers },
      { address: PUBLIC_ADDRESS, left: [['127.0.0.1']] },
    );
  });

  it('vets again on the next connection', async () => {
    const answers = [[PUBLIC_ADDRESS], ['127.0.0.1']];
    const rebinding = policy({ resolve: async () => answers.shift() ?? [] });
    await rebinding.vet({ host: 'rebind.example', port: 993, origin: 'client' }, signal);

    await assert.rejects(
      rebinding.vet({ host: 'rebind.example', port: 993, origin: 'client' }, signal),
      seenAs(serverUnreachable()),
    );
  });

  for (const host of REFUSED_BY_TEXT) {
    it(`refuses ${JSON.stringify(host)} without asking a name server`, async () => {
      const { asked, resolve } = resolver({});

      await assert.rejects(
        policy({ resolve }).vet({ host, port: 993, origin: 'client' }, signal),
        seenAs(HOST_REFUSAL),
      );
      assert.deepEqual(asked, []);
    });
  }

  for (const host of Object.keys(REFUSED_BY_ADDRESS)) {
    it(`answers ${host} like a server that is not there`, async () => {
      const { resolve } = resolver(REFUSED_BY_ADDRESS);

      await assert.rejects(
        policy({ resolve }).vet({ host, port: 993, origin: 'client' }, signal),
        seenAs(serverUnreachable()),
      );
    });
  }

  it('answers a name that does not resolve like a server that is not there', async () => {
    const { resolve } = resolver({});

    await assert.rejects(
      policy({ resolve }).vet({ host: 'gone.example', port: 993, origin: 'client' }, signal),
      seenAs(serverUnreachable()),
    );
  });

  it('answers a name server that stays silent like a server that is not there', async () => {
    const silent = policy({ resolve: () => new Promise(() => {}), resolveTimeoutMs: 5 });

    await assert.rejects(
      silent.vet({ host: 'slow.example', port: 993, origin: 'client' }, signal),
      seenAs(serverUnreachable()),
    );
  });

  it('stops waiting for the name server when the request is aborted', { timeout: 2000 }, async () => {
    const controller = new AbortController();
    const reason = new Error('The client is gone.');
    const silent = policy({ resolve: () => new Promise(() => {}), resolveTimeoutMs: 60_000 });

    const vetting = silent.vet({ host: 'slow.example', port: 993, origin: 'client' }, controller.signal);
    controller.abort(reason);

    await assert.rejects(vetting, reason);
  });

  for (const port of PORTS_REFUSED) {
    it(`refuses port ${port}`, async () => {
      await assert.rejects(
        policy().vet({ host: 'imap.example.org', port, origin: 'client' }, signal),
        seenAs(PORT_REFUSAL),
      );
    });
  }

  for (const port of PORTS_ALLOWED) {
    it(`allows port ${port}`, async () => {
      assert.equal(
        (await policy().vet({ host: 'imap.example.org', port, origin: 'client' }, signal)).port,
        port,
      );
    });
  }
});

describe('HostPolicy.vet for an address of this machine', () => {
  const isOwnAddress = (address: string): boolean => address === PUBLIC_ADDRESS;
  const at = { port: 993, origin: 'client' } as const;

  it('refuses it, although it is public', async () => {
    await assert.rejects(
      policy({ isOwnAddress }).vet({ host: PUBLIC_ADDRESS, ...at }, signal),
      seenAs(HOST_REFUSAL),
    );
  });

  it('answers a name for it like a server that is not there', async () => {
    const own = policy({ isOwnAddress }).vet({ host: 'imap.example.org', ...at }, signal);

    await assert.rejects(own, seenAs(serverUnreachable()));
  });

  it('allows it where the operator lists it', async () => {
    const widened = policy({ isOwnAddress, allowList: ['imap.example.org'] });

    assert.equal((await widened.vet({ host: 'imap.example.org', ...at }, signal)).address, PUBLIC_ADDRESS);
  });
});

describe('HostPolicy.vet with a list of the only hosts', () => {
  const only = { onlyList: ['imap.example.org', '*.corp.example', 'odd.example:1993'] };
  const vet = (host: string, port = 993, options: Partial<HostPolicyOptions> = {}) =>
    policy({ ...only, ...options }).vet({ host, port, origin: 'client' }, signal);
  const OTHER = new MailError('invalid-parameter', {
    detail: 'The mail server is not one of those that may be used here.',
    parameter: 'X-CNMAIL-DATA',
  });

  for (const [host, port] of [
    ['imap.example.org', 143],
    ['a.corp.example', 993],
    ['odd.example', 1993],
  ] as const) {
    it(`allows ${host}:${port}`, async () => {
      assert.equal((await vet(host, port)).address, PUBLIC_ADDRESS);
    });
  }

  for (const [host, port] of [
    ['imap.other.example', 993],
    ['corp.example', 993],
    ['xcorp.example', 993],
    ['imap.example.org', 25],
    ['odd.example', 993],
    [PUBLIC_ADDRESS, 993],
  ] as const) {
    it(`refuses ${host}:${port}, and asks no name server`, async () => {
      const resolve = () => assert.fail('A name server was asked.');

      await assert.rejects(vet(host, port, { resolve }), seenAs(OTHER));
    });
  }

  it('makes no private address public', async () => {
    await assert.rejects(
      vet('imap.example.org', 993, { resolve: async () => ['10.0.0.5'] }),
      seenAs(serverUnreachable()),
    );
  });

  it('leaves what the allow list has', async () => {
    const resolve = async () => ['10.0.0.5'];

    assert.equal(
      (await vet('mail.internal', 993, { resolve, allowList: ['mail.internal'] })).address,
      '10.0.0.5',
    );
  });

  it('says nothing about the servers of the operator', async () => {
    const vetted = await policy(only).vet({ host: 'other.example', port: 993, origin: 'operator' }, signal);

    assert.equal(vetted.address, PUBLIC_ADDRESS);
  });
});

describe('HostPolicy.vet with an allow list', () => {
  it('lets a client name a private host', async () => {
    const widened = policy({ allowList: ['mail.corp.internal'], resolve: async () => ['10.0.0.5'] });

    assert.deepEqual(await widened.vet({ host: 'mail.corp.internal', port: 993, origin: 'client' }, signal), {
      address: '10.0.0.5',
      port: 993,
      serverName: 'mail.corp.internal',
    });
  });

  it('lets a client name a private address with the port of the pattern', async () => {
    const widened = policy({ allowList: ['127.0.0.1:1143'] });

    assert.deepEqual(await widened.vet({ host: '127.0.0.1', port: 1143, origin: 'client' }, signal), {
      address: '127.0.0.1',
      port: 1143,
    });
  });

  it('opens no other port of the host', async () => {
    const widened = policy({ allowList: ['127.0.0.1:1143'] });

    await assert.rejects(
      widened.vet({ host: '127.0.0.1', port: 6379, origin: 'client' }, signal),
      seenAs(PORT_REFUSAL),
    );
  });

  it('opens no other spelling of the address', async () => {
    const widened = policy({ allowList: ['127.0.0.1'] });

    await assert.rejects(
      widened.vet({ host: '::ffff:127.0.0.1', port: 993, origin: 'client' }, signal),
      seenAs(HOST_REFUSAL),
    );
  });

  it('keeps the general rule for other hosts', async () => {
    const widened = policy({ allowList: ['*.example.org'], resolve: async () => ['10.0.0.5'] });

    await assert.rejects(
      widened.vet({ host: 'imap.example.net', port: 993, origin: 'client' }, signal),
      seenAs(serverUnreachable()),
    );
  });

  it('refuses to start with a pattern that cannot be read', () => {
    assert.throws(() => policy({ allowList: ['https://mail.example.org'] }), {
      message: '"https://mail.example.org" in the list of allowed mail hosts is not host[:port].',
    });
  });
});

describe('HostPolicy.vet for a server of the operator', () => {
  it('allows a private address on any port', async () => {
    assert.deepEqual(await policy().vet({ host: '127.0.0.1', port: 1143, origin: 'operator' }, signal), {
      address: '127.0.0.1',
      port: 1143,
    });
  });

  it('allows a name of the own network', async () => {
    const internal = policy({ resolve: async () => ['10.0.0.5'] });

    assert.deepEqual(await internal.vet({ host: 'dovecot', port: 143, origin: 'operator' }, signal), {
      address: '10.0.0.5',
      port: 143,
      serverName: 'dovecot',
    });
  });

  it('answers a malformed host like a server that is not there', async () => {
    await assert.rejects(
      policy().vet({ host: 'no host', port: 993, origin: 'operator' }, signal),
      seenAs(serverUnreachable()),
    );
  });

  it('answers an impossible port like a server that is not there', async () => {
    await assert.rejects(
      policy().vet({ host: 'dovecot', port: 65_536, origin: 'operator' }, signal),
      seenAs(serverUnreachable()),
    );
  });
});

describe('HostPolicy.isCleartextAllowed', () => {
  it('always trusts the operator', () => {
    assert.equal(policy({ isCleartextAllowed: false }).isCleartextAllowed('operator'), true);
  });

  it('follows the setting for servers named by clients', () => {
    assert.deepEqual(
      [false, true].map((isCleartextAllowed) => policy({ isCleartextAllowed }).isCleartextAllowed('client')),
      [false, true],
    );
  });
});
