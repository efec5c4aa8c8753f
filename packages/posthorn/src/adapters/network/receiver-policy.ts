import type { ReceiverPolicy } from '../../application/ports/network/receiver-policy.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { isInsideAddress } from '../../domain/errors/server-unreachable.ts';
import { type AddressVettingOptions, type AdmittedHost, createAddressVetting } from './address-vetting.ts';
import { type HostName, parseHostName } from './host-name.ts';
import { type HostPattern, parseHostPattern } from './host-pattern.ts';
import { isLocalName } from './local-name.ts';

/** Allowed receivers, and resolution. */
export interface ReceiverPolicyOptions extends AddressVettingOptions {
  /** At any address, also without TLS (`APP_WEBHOOK_HOSTS_ALLOW`). */
  readonly allowList: readonly string[];
}

const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
const USUAL_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };
const MAX_CHARACTERS = 2_000;

interface Receiver extends AdmittedHost {
  readonly port: number;
}

type Judgement = { readonly receiver: Receiver } | { readonly refusal: string };

/** Webhooks' egress policy: https and public addresses, except listed hosts. */
export function createReceiverPolicy({ allowList, ...options }: ReceiverPolicyOptions): ReceiverPolicy {
  const patterns = allowList.map(readPattern);
  const vetting = createAddressVetting(options);
  const isAllowedOutside = (host: HostName) =>
    host.kind === 'name' ? !isLocalName(host.name) : vetting.isOutside(host.address);
  const judge = (text: string): Judgement => {
    const url = readUrl(text);
    if (typeof url === 'string') return { refusal: url };
    const { host, port, isEncrypted } = url;
    const isListed = patterns.some((pattern) => pattern.matches(host, port));
    if (!isListed && !isEncrypted) return { refusal: 'Must begin with https:.' };
    if (isListed || isAllowedOutside(host)) return { receiver: { host, isListed, port } };
    return { refusal: 'Must be a public host, or one that the operator allows.' };
  };

  return {
    refusalOf(url) {
      const judged = judge(url);
      return 'refusal' in judged ? judged.refusal : null;
    },

    async vet(url, signal) {
      const judged = judge(url);
      if ('refusal' in judged) throw notAllowed();
      try {
        return await vetting.vet(judged.receiver, signal);
      } catch (error) {
        throw isInsideAddress(error) ? notAllowed(error) : error;
      }
    },
  };
}

interface ReceiverUrl {
  readonly host: HostName;
  readonly port: number;
  readonly isEncrypted: boolean;
}

/** Or why it is none. */
function readUrl(text: string): ReceiverUrl | string {
  if (text.length > MAX_CHARACTERS) return `Must have at most ${MAX_CHARACTERS} characters.`;
  const url = URL.canParse(text) ? new URL(text) : null;
  const usualPort = USUAL_PORTS[url?.protocol ?? ''];
  if (url === null || usualPort === undefined) return 'Must be an https: URL.';
  if (url.username !== '' || url.password !== '') return 'Must not have a user or password.';
  if (url.port === '0') return 'Must not have the port 0.';
  if (url.hash !== '') return 'Must not have a fragment.';
  const host = parseHostName(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (host === undefined) return 'Must have a host name or an IP address.';
  return { host, port: Number(url.port) || usualPort, isEncrypted: url.protocol === 'https:' };
}

function readPattern(text: string): HostPattern {
  const pattern = parseHostPattern(text, WEB_PORTS);
  if (pattern === undefined) throw new Error(`"${text}" in APP_WEBHOOK_HOSTS_ALLOW is not host[:port].`);
  return pattern;
}

function notAllowed(cause?: unknown): MailError {
  return new MailError(
    'host-not-allowed',
    { detail: 'The receiver has an address that is not allowed.' },
    { cause },
  );
}
