import { append } from './commands/append.ts';
import { authenticate, login } from './commands/authentication.ts';
import type { Command } from './commands/command.ts';
import { copy, move } from './commands/copy.ts';
import { enable } from './commands/enable.ts';
import { expunge } from './commands/expunge.ts';
import { fetch } from './commands/fetch.ts';
import { capability, check, id, logout, namespace, noop } from './commands/general.ts';
import { idle } from './commands/idle.ts';
import { list, lsub } from './commands/list.ts';
import { create, deleteMailbox, rename, subscribe, unsubscribe } from './commands/mailboxes.ts';
import { notify } from './commands/notify.ts';
import { replace } from './commands/replace.ts';
import { search } from './commands/search.ts';
import { close, examine, select, unselect } from './commands/select.ts';
import { sort } from './commands/sort.ts';
import { starttls } from './commands/starttls.ts';
import { status } from './commands/status.ts';
import { store } from './commands/store.ts';
import { thread } from './commands/thread.ts';

export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['APPEND', append],
  ['AUTHENTICATE', authenticate],
  ['CAPABILITY', capability],
  ['CHECK', check],
  ['CLOSE', close],
  ['COPY', copy],
  ['CREATE', create],
  ['DELETE', deleteMailbox],
  ['ENABLE', enable],
  ['EXAMINE', examine],
  ['EXPUNGE', expunge],
  ['FETCH', fetch],
  ['ID', id],
  ['IDLE', idle],
  ['LIST', list],
  ['LOGIN', login],
  ['LOGOUT', logout],
  ['LSUB', lsub],
  ['MOVE', move],
  ['NAMESPACE', namespace],
  ['NOOP', noop],
  ['NOTIFY', notify],
  ['RENAME', rename],
  ['REPLACE', replace],
  ['SEARCH', search],
  ['SELECT', select],
  ['SORT', sort],
  ['STARTTLS', starttls],
  ['STATUS', status],
  ['STORE', store],
  ['SUBSCRIBE', subscribe],
  ['THREAD', thread],
  ['UNSELECT', unselect],
  ['UNSUBSCRIBE', unsubscribe],
]);

export const UID_COMMANDS: ReadonlySet<string> = new Set([
  'COPY',
  'EXPUNGE',
  'FETCH',
  'MOVE',
  'REPLACE',
  'SEARCH',
  'SORT',
  'STORE',
  'THREAD',
]);
