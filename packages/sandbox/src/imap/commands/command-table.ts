/** All commands by name. */
import { notify } from '../notify/notify.ts';
import { append } from './append.ts';
import { authenticate, login } from './authentication.ts';
import type { Command } from './command.ts';
import { copy, move } from './copy.ts';
import { enable } from './enable.ts';
import { expunge } from './expunge.ts';
import { fetch } from './fetch.ts';
import { capability, check, id, logout, namespace, noop } from './general.ts';
import { idle } from './idle.ts';
import { list, lsub } from './list.ts';
import { create, deleteMailbox, rename, subscribe, unsubscribe } from './mailboxes.ts';
import { replace } from './replace.ts';
import { search } from './search.ts';
import { close, examine, select, unselect } from './select.ts';
import { sort } from './sort.ts';
import { starttls } from './starttls.ts';
import { status } from './status.ts';
import { store } from './store.ts';
import { thread } from './thread.ts';

/** The commands, by name in upper case without `UID`. */
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

/** The commands that have a form with UID before their name. */
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
