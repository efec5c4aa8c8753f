import { ProtocolViolation } from '../errors.ts';
import type {
  Response,
  TaggedResponse,
  UnreadableResponse,
  UntaggedResponse,
} from '../responses/response.ts';
import type { CommandHost, CommandInFlight } from './command-in-flight.ts';
import type { CommandsInFlight } from './commands-in-flight.ts';
import type { ConnectionListeners } from './connect-options.ts';
import { ConnectionClosed } from './connection-errors.ts';
import type { ServerState } from './server-state.ts';

/** Router options. */
export interface ResponseRouterOptions {
  readonly state: ServerState;
  readonly inFlight: CommandsInFlight;
  readonly listeners: ConnectionListeners;
  readonly close: CommandHost['close'];
}

/** Passes responses to their command or listener. */
export class ResponseRouter {
  readonly #options: ResponseRouterOptions;
  #greetingListener: ((response: Response) => void) | undefined;
  unreadableResponses = 0;
  isReady = false;

  constructor(options: ResponseRouterOptions) {
    this.#options = options;
  }

  get awaitsGreeting(): boolean {
    return this.#greetingListener !== undefined;
  }

  expectGreeting(listener: (response: Response) => void): void {
    this.#greetingListener = listener;
  }

  route(response: Response): void {
    const { inFlight, close } = this.#options;
    if (this.#greetingListener) {
      const listener = this.#greetingListener;
      this.#greetingListener = undefined;
      listener(response);
    } else if (response.kind === 'tagged') this.#finish(response);
    else if (response.kind !== 'continuation') this.#take(response);
    else if (!inFlight.continue(response)) {
      close(new ProtocolViolation('The server sent a continuation request that no command waits for.'));
    }
  }

  #take(response: UntaggedResponse): void {
    const { state, inFlight, listeners } = this.#options;
    if (!inFlight.countResponse(response)) return;
    state.observe(response);
    if (response.kind === 'unreadable') this.#report(response);
    else if (this.isReady) listeners.onUntagged?.(response);
    if (!inFlight.offer(response) && this.#isNews(response)) listeners.onUnclaimed?.(response);
  }

  /** An aborted command's data is no news. */
  #isNews(response: UntaggedResponse): boolean {
    if (!this.isReady || response.kind === 'unreadable') return false;
    return !this.#options.inFlight.hasAbandoned || tellsChange(response);
  }

  #report(response: UnreadableResponse): void {
    const { inFlight, listeners } = this.#options;
    this.unreadableResponses += 1;
    listeners.onUnreadable?.(response, { command: inFlight.oldest?.command.name ?? null });
  }

  #finish(response: TaggedResponse): void {
    const { inFlight, close } = this.#options;
    const running = inFlight.get(response.tag);
    if (running === undefined) {
      close(new ProtocolViolation('The server answered a command that is not in flight.'));
    } else if (running.state === 'sending' && !isRefusal(running, response)) {
      this.#endHalfway(running, response);
    } else this.#end(running, response);
  }

  /** A failure here ends connection and command. */
  #end(running: CommandInFlight, response: TaggedResponse): void {
    const { state, inFlight } = this.#options;
    if (running.command.authenticates && response.status === 'OK') {
      state.authenticate({ hasCapabilities: state.capabilityReports > running.reportsBefore });
    }
    state.observe(response);
    if (response.status === 'OK') running.command.onOk?.(response);
    inFlight.remove(running);
    running.finish(response);
  }

  /** The server would read the rest as commands. */
  #endHalfway(running: CommandInFlight, response: TaggedResponse): void {
    const { close } = this.#options;
    if (response.status === 'OK') {
      close(new ProtocolViolation('The server accepted a command before it was sent.'), running);
    } else {
      running.finish(response);
      close(new ConnectionClosed('The server refused a command in the middle of its literal.'));
    }
  }
}

function isRefusal({ awaitsPermission }: CommandInFlight, { status }: TaggedResponse): boolean {
  return awaitsPermission && status !== 'OK';
}

function tellsChange(response: UntaggedResponse): boolean {
  switch (response.kind) {
    case 'exists':
    case 'expunge':
    case 'vanished':
    case 'recent':
    case 'flags':
    case 'status':
      return true;
    case 'fetch':
      return response.flags !== undefined;
    default:
      return false;
  }
}
