import { setFlags } from '../api/changes-of-messages.ts';
import { ApiError, type Client } from '../api/client.ts';
import { readMessage } from '../api/messages.ts';
import type { Flags } from '../mail/message.ts';

/** Sets one message's flags. Rejects as `Client.ask` does. */
export type FlagSetter = (id: string, flags: Flags) => Promise<void>;

/** Another program changes the same message each time. */
const MAX_ATTEMPTS = 3;
const PRECONDITION_FAILED = 412;

/** A setter: changes of one message take turns, and read its tag again after another program's. */
export function createFlagSetter(client: Client): FlagSetter {
  const turns = new Map<string, Promise<void>>();
  return (id, flags) => {
    const set = () => setWithTag(client, { id, flags });
    const turn = (turns.get(id) ?? Promise.resolve()).then(set, set);
    turns.set(id, turn);
    const forget = () => {
      if (turns.get(id) === turn) turns.delete(id);
    };
    turn.then(forget, forget);
    return turn;
  };
}

async function setWithTag(
  client: Client,
  { id, flags }: { readonly id: string; readonly flags: Flags },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { etag } = await readMessage(client, id);
    try {
      await setFlags(client, { id, flags, etag: etag ?? '*' });
      return;
    } catch (error) {
      const isOutdated = error instanceof ApiError && error.status === PRECONDITION_FAILED;
      if (!isOutdated || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
