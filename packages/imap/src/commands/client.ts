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
  signIn,
  capability,
  id,
  enable,
  noop,
  list,
  lsub,
  status,
  namespace,
  quotaOf,
  createMailbox,
  deleteMailbox,
  renameMailbox,
  subscribe,
  unsubscribe,
  select,
  unselect,
  close,
  search,
  searchUnexpanded,
  sort,
  extendedSearch,
  thread,
  threadNumbers,
  fetch,
  streamSection,
  store,
  copy,
  move,
  uidExpunge,
  append,
  appendMany,
  replace,
  idle,
  notify,
  notifyNone,
} as const;

type Method<Function_> = Function_ extends (runner: CommandRunner, signal: AbortSignal) => infer Result
  ? (signal: AbortSignal) => Result
  : Function_ extends (runner: CommandRunner, request: infer Request, signal: AbortSignal) => infer Result
    ? (request: Request, signal: AbortSignal) => Result
    : never;

export type ImapClient = { readonly [Name in keyof typeof COMMANDS]: Method<(typeof COMMANDS)[Name]> };

/** Commands as methods. The caller closes the connection. */
export function createImapClient(runner: CommandRunner): ImapClient {
  const commands: readonly (readonly [string, (...values: never[]) => unknown])[] = Object.entries(COMMANDS);
  const methods = commands.map(([name, command]) => [name, command.bind(null, runner as never)]);
  return Object.fromEntries(methods) as ImapClient;
}
