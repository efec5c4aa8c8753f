import { settingRows } from '../../config/settings.ts';
import { chooseOrEnter } from './choose-or-enter.ts';
import type { Dialogue, DialogueContext } from './dialogue.ts';
import { presentOrDefault, readAnswer, readFlag } from './setting-answer.ts';

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['127.0.0.1', 'this machine only, as behind a reverse proxy on it'],
  ['0.0.0.0', 'every network of this machine; passwords come without TLS'],
]);

export const askListen: Dialogue = async (context) =>
  new Map([
    [settingRows.host.key, await findValue(context, HOST)],
    [settingRows.port.key, await findValue(context, PORT)],
  ]);

interface ListenQuestion {
  readonly name: 'host' | 'port';
  readonly flag: string;
  readonly message: string;
  /** Choices besides the present value. */
  readonly usual: readonly string[];
  readonly otherLabel: string;
  readonly otherMessage: string;
}

const HOST: ListenQuestion = {
  name: 'host',
  flag: '--host',
  message: 'Which address does this instance listen on',
  usual: [...MEANINGS.keys()],
  otherLabel: 'type in another address',
  otherMessage: 'Address',
};

const PORT: ListenQuestion = {
  name: 'port',
  flag: '--port',
  message: 'Which port does this instance listen on',
  usual: [],
  otherLabel: 'type in another port',
  otherMessage: 'Port',
};

async function findValue(
  { questions, flags, present }: DialogueContext,
  question: ListenQuestion,
): Promise<string> {
  const { name, flag, message } = question;
  const read = (text: string) => readAnswer(name, text);
  const given = flags[name];
  if (given !== undefined) return readFlag({ flag, text: given, read });
  const defaultValue = presentOrDefault(name, present);
  const values = [...new Set([...question.usual, defaultValue])];
  const choices = values.map((value) => {
    const meaning = MEANINGS.get(value);
    return { value, label: value, ...(meaning !== undefined && { meaning }) };
  });
  return chooseOrEnter(questions, {
    choice: { message, flag, choices, defaultValue },
    otherLabel: question.otherLabel,
    other: { message: question.otherMessage, flag, read },
  });
}
