import type { CommandRunner } from '../connection/command.ts';
import { append } from './append.ts';
import { appendMany } from './append-many.ts';
import { capability } from './capability.ts';
import { close } from './close.ts';
import { enable } from './enable.ts';
import { uidExpunge } from './expunge.ts';
import { extendedSearch } from './extended-search.ts';
import { fetch } from './fetch.ts';
import { id } from './id.ts';
import { idle } from './idle.ts';
import { list, lsub } from './list.ts';
import { createMailbox, deleteMailbox, renameMailbox, subscribe, unsubscribe } from './mailboxes.ts';
import { namespace } from './namespace.ts';
import { noop } from './noop.ts';
import { notify, notifyNone } from './notify.ts';
import { quotaOf } from './quota.ts';
import { replace } from './replace.ts';
import { search, searchUnexpanded, sort } from './search.ts';
import { select } from './select.ts';
import { signIn } from './sign-in.ts';
import { status } from './status.ts';
import { store } from './store.ts';
import { streamSection } from './stream-section.ts';
import { thread, threadNumbers } from './thread.ts';
import { copy, move } from './transfer.ts';
import { unselect } from './unselect.ts';

const COMMANDS = {
  /** RFC 9051 §6.2. */
  signIn,
  /** RFC 9051 §6.1.1. */
  capability,
  /** RFC 2971. */
  id,
  /** RFC 5161. */
  enable,
  /** RFC 9051 §6.1.2. */
  noop,
  /** RFC 9051 §6.3.9. */
  list,
  /** RFC 3501 §6.3.9. */
  lsub,
  /** RFC 9051 §6.3.11. */
  status,
  /** RFC 9051 §6.3.10. */
  namespace,
  /** RFC 9208. */
  quotaOf,
  /** RFC 9051 §6.3.4. */
  createMailbox,
  /** RFC 9051 §6.3.5. */
  deleteMailbox,
  /** RFC 9051 §6.3.6. */
  renameMailbox,
  /** RFC 9051 §6.3.7. */
  subscribe,
  /** RFC 9051 §6.3.8. */
  unsubscribe,
  /** RFC 9051 §6.3.2. */
  select,
  /** RFC 9051 §6.4.2. */
  unselect,
  /** RFC 9051 §6.4.1. */
  close,
  /** RFC 9051 §6.4.4. */
  search,
  /** RFC 9051 §6.4.4. */
  searchUnexpanded,
  /** RFC 5256. */
  sort,
  /** RFC 4731, RFC 5267, RFC 9394. */
  extendedSearch,
  /** RFC 5256. */
  thread,
  /** RFC 5256. */
  threadNumbers,
  /** RFC 9051 §6.4.5. */
  fetch,
  /** RFC 9051 §6.4.5. */
  streamSection,
  /** RFC 9051 §6.4.6. */
  store,
  /** RFC 9051 §6.4.7. */
  copy,
  /** RFC 9051 §6.4.8. */
  move,
  /** RFC 9051 §6.4.9. */
  uidExpunge,
  /** RFC 9051 §6.3.12. */
  append,
  /** RFC 3502. */
  appendMany,
  /** RFC 8508. */
  replace,
  /** RFC 9051 §6.3.13. */
  idle,
  /** RFC 5465. */
  notify,
  /** RFC 5465. */
  notifyNone,
} as const;

type Method<Function_> = Function_ extends (runner: CommandRunner, signal: AbortSignal) => infer Result
  ? (signal: AbortSignal) => Result
  : Function_ extends (runner: CommandRunner, request: infer Request, signal: AbortSignal) => infer Result
    ? (request: Request, signal: AbortSignal) => Result
    : never;

/** A method per command function. */
export type ImapClient = { readonly [Name in keyof typeof COMMANDS]: Method<(typeof COMMANDS)[Name]> };

/** The commands of a connection, or of a runner such as `withProgress`, as methods. Close the connection. */
export function createImapClient(runner: CommandRunner): ImapClient {
  const commands: readonly (readonly [string, (...values: never[]) => unknown])[] = Object.entries(COMMANDS);
  const methods = commands.map(([name, command]) => [name, command.bind(null, runner as never)]);
  return Object.fromEntries(methods) as ImapClient;
}
