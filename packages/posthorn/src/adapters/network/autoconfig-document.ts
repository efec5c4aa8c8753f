import { Parser } from 'htmlparser2';
import type { ClientConfiguration } from '../../application/ports/network/client-configurations.ts';
import type { LoginMechanism, PublishedServer, ServerSecurity } from '../../domain/accounts/mail-servers.ts';

/** A document's servers and domains. */
export interface AutoconfigDocument {
  readonly domains: readonly string[];
  readonly servers: readonly DescribedServer[];
}

interface DescribedServer {
  readonly isIncoming: boolean;
  readonly type: string;
  /** Null if unusable. */
  readonly server: PublishedServer | null;
}

/** Real documents: up to 400, 5 levels. */
const MAX_ELEMENTS = 5_000;
const MAX_DEPTH = 16;
const MAX_VALUE_CHARACTERS = 400;
const SERVER_ELEMENTS: ReadonlySet<string> = new Set(['incomingServer', 'outgoingServer']);
const SECURITIES: Readonly<Record<string, ServerSecurity>> = { SSL: 'tls', STARTTLS: 'starttls' };
/** Without other password mechanisms: PLAIN over TLS suffices. */
const MECHANISMS: Readonly<Record<string, LoginMechanism>> = {
  'password-cleartext': 'password',
  plain: 'password',
  OAuth2: 'oauth',
};

/** A document's configuration. */
export function readConfiguration(text: string): ClientConfiguration {
  const document = parseAutoconfig(text);
  if (typeof document === 'string') return { kind: 'unusable', reason: document };
  const { servers } = document;
  const incoming = servers.filter(({ isIncoming }) => isIncoming);
  const usable = (described: readonly DescribedServer[]) => described.flatMap(({ server }) => server ?? []);
  return {
    kind: 'servers',
    incoming: usable(incoming),
    outgoing: usable(servers.filter(({ isIncoming }) => !isIncoming)),
    isPopOnly: incoming.length > 0 && incoming.every(({ type }) => type.startsWith('pop')),
  };
}

/** Autoconfig (draft-ietf-mailmaint-autoconfig), or why not. Linear; only XML's own entities. */
export function parseAutoconfig(text: string): AutoconfigDocument | 'malformed' | 'document-type' {
  const reader = new DocumentReader();
  const parser = new Parser(reader, { xmlMode: true, decodeEntities: true });
  reader.onStop = () => parser.pause();
  parser.end(text);
  if (reader.refusal !== null) return reader.refusal;
  return reader.hasRoot ? { domains: reader.domains, servers: reader.servers } : 'malformed';
}

class DocumentReader {
  readonly domains: string[] = [];
  readonly servers: DescribedServer[] = [];
  refusal: 'malformed' | 'document-type' | null = null;
  hasRoot = false;
  onStop = (): void => undefined;
  readonly #path: string[] = [];
  #elements = 0;
  #text = '';
  #fields: ServerFields | null = null;

  onopentag(name: string, attributes: { readonly [name: string]: string }): void {
    this.#path.push(name);
    this.#elements += 1;
    this.#text = '';
    if (this.#elements > MAX_ELEMENTS || this.#path.length > MAX_DEPTH) this.#refuse('malformed');
    if (this.#elements === 1) this.hasRoot = name === 'clientConfig';
    if (this.#isServer()) this.#fields = newFields(name, attributes.type ?? '');
  }

  ontext(text: string): void {
    if (this.#text.length <= MAX_VALUE_CHARACTERS) this.#text += text;
  }

  onclosetag(name: string): void {
    const value = this.#text.trim();
    if (this.#isServer() && this.#fields !== null) {
      this.servers.push(describe(this.#fields));
      this.#fields = null;
    } else if (value.length <= MAX_VALUE_CHARACTERS) this.#take(name, value);
    this.#path.pop();
    this.#text = '';
  }

  onprocessinginstruction(name: string): void {
    if (name.startsWith('!')) this.#refuse('document-type');
  }

  #take(name: string, value: string): void {
    const [, provider, element] = this.#path;
    if (provider !== 'emailProvider') return;
    if (this.#path.length === 3 && name === 'domain') this.domains.push(value.toLowerCase());
    if (this.#path.length !== 4 || this.#fields === null || !SERVER_ELEMENTS.has(element ?? '')) return;
    if (name === 'authentication') this.#fields.mechanisms.push(value);
    else this.#fields.values.set(name, value);
  }

  #isServer(): boolean {
    const [, provider, element] = this.#path;
    return this.#path.length === 3 && provider === 'emailProvider' && SERVER_ELEMENTS.has(element ?? '');
  }

  #refuse(reason: 'malformed' | 'document-type'): void {
    this.refusal ??= reason;
    this.onStop();
  }
}

interface ServerFields {
  readonly isIncoming: boolean;
  readonly type: string;
  readonly values: Map<string, string>;
  readonly mechanisms: string[];
}

function newFields(element: string, type: string): ServerFields {
  const isIncoming = element === 'incomingServer';
  return { isIncoming, type: type.toLowerCase(), values: new Map(), mechanisms: [] };
}

function describe({ isIncoming, type, values, mechanisms }: ServerFields): DescribedServer {
  const host = values.get('hostname') ?? '';
  const port = Number(values.get('port'));
  const security = lookUp(SECURITIES, values.get('socketType') ?? '');
  const known = mechanisms.flatMap((name) => lookUp(MECHANISMS, name) ?? []);
  // Old documents without mechanisms mean passwords.
  const taken: readonly LoginMechanism[] = mechanisms.length === 0 ? ['password'] : [...new Set(known)];
  const isKnown = type === (isIncoming ? 'imap' : 'smtp') && Number.isInteger(port) && taken.length > 0;
  if (!isKnown || host === '' || security === undefined) return { isIncoming, type, server: null };
  const server: PublishedServer = {
    ...{ protocol: isIncoming ? 'imap' : 'smtp', host, port, security },
    ...{ user: values.get('username') ?? '%EMAILADDRESS%', mechanisms: taken },
  };
  return { isIncoming, type, server };
}

function lookUp<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
