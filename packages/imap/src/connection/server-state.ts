import { BoundExceeded } from '../errors.ts';
import type {
  ResponseCode,
  StatusResponse,
  TaggedResponse,
  UntaggedResponse,
} from '../responses/response.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { SelectedMailbox } from './command.ts';

/** RFC 9051, appendix E. */
const IMPLIED_BY_REV2 = [
  ...[
    'ENABLE',
    'ESEARCH',
    'IDLE',
    'LIST-EXTENDED',
    'LIST-STATUS',
    'LITERAL-',
    'MOVE',
    'NAMESPACE',
    'SASL-IR',
  ],
  ...['SEARCHRES', 'UIDPLUS', 'UNSELECT'],
];

/** Capabilities, enabled extensions and selected mailbox. */
export class ServerState {
  readonly #bounds: Pick<Bounds, 'capabilities' | 'messages'>;
  #sentCapabilities: readonly string[] | null = null;
  #capabilities: ReadonlySet<string> = new Set();
  readonly #enabled = new Set<string>();
  #capabilityReports = 0;
  #isAuthenticated = false;
  selected: SelectedMailbox | null = null;
  bye: StatusResponse | null = null;

  constructor(bounds: Pick<Bounds, 'capabilities' | 'messages'>) {
    this.#bounds = bounds;
  }

  get capabilities(): ReadonlySet<string> {
    return this.#capabilities;
  }

  get enabled(): ReadonlySet<string> {
    return this.#enabled;
  }

  /** False until received in this state. */
  get hasCapabilities(): boolean {
    return this.#sentCapabilities !== null;
  }

  get capabilityReports(): number {
    return this.#capabilityReports;
  }

  /** Mailbox names are UTF-8 (RFC 6855 §3, RFC 9051 §5.1). */
  get isUtf8(): boolean {
    return this.#enabled.has('UTF8=ACCEPT') || this.#enabled.has('IMAP4REV2');
  }

  get isAuthenticated(): boolean {
    return this.#isAuthenticated;
  }

  authenticate({ hasCapabilities }: { readonly hasCapabilities: boolean }): void {
    this.#isAuthenticated = true;
    if (!hasCapabilities) this.forgetCapabilities();
  }

  /** STARTTLS and login void them (RFC 9051 §6.2.1, §6.2.2). */
  forgetCapabilities(): void {
    this.#sentCapabilities = null;
    this.#update();
  }

  /** Throws BoundExceeded for too many capabilities or messages. */
  observe(response: UntaggedResponse | TaggedResponse): void {
    // The server's number determines allocations.
    if (response.kind === 'exists' && response.number > this.#bounds.messages) {
      throw new BoundExceeded('messages', this.#bounds.messages);
    }
    if (response.kind === 'status' && response.status === 'BYE') this.bye = response;
    if (response.kind === 'capability') this.#setCapabilities(response.capabilities);
    else if (response.kind === 'enabled') this.#enable(response.capabilities);
    else if (response.kind === 'status' || response.kind === 'tagged') this.#observeCode(response.code);
    else this.#observeMailbox(response);
  }

  #observeCode(code: ResponseCode | null): void {
    if (code !== null && 'capabilities' in code) this.#setCapabilities(code.capabilities);
  }

  #setCapabilities(capabilities: readonly string[]): void {
    if (capabilities.length > this.#bounds.capabilities) {
      throw new BoundExceeded('capabilities', this.#bounds.capabilities);
    }
    this.#sentCapabilities = capabilities;
    this.#capabilityReports += 1;
    this.#update();
  }

  #enable(capabilities: readonly string[]): void {
    // RFC 5161 §3.1.
    if (!this.#isAuthenticated) return;
    if (this.#enabled.size + capabilities.length > this.#bounds.capabilities) {
      throw new BoundExceeded('capabilities', this.#bounds.capabilities);
    }
    for (const capability of capabilities) this.#enabled.add(capability);
    this.#update();
  }

  #update(): void {
    const implied = this.#enabled.has('IMAP4REV2') ? IMPLIED_BY_REV2 : [];
    this.#capabilities = new Set([...(this.#sentCapabilities ?? []), ...implied]);
  }

  #observeMailbox(response: UntaggedResponse): void {
    const { selected } = this;
    if (selected === null) return;
    if (response.kind === 'exists') selected.exists = response.number;
    else if (response.kind === 'expunge') selected.exists = Math.max(0, selected.exists - 1);
    else if (response.kind === 'vanished' && !response.isEarlier) {
      selected.exists = Math.max(0, selected.exists - response.uids.size);
    }
  }
}
