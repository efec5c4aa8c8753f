import type { TextReading } from '../questions/questions.ts';
import { chooseOrEnter } from './choose-or-enter.ts';
import type { DialogueContext } from './dialogue.ts';
import { presentOrDefault, readAnswer, readFlag } from './setting-answer.ts';

/** Question for a service's path. */
export interface PathQuestion {
  readonly name: 'emailPath' | 'authPath';
  readonly message: string;
  readonly flag: string;
  /** Another service's path. */
  readonly takenPath: string | null;
}

/** Asks until the path is confirmed. */
export async function askPath(context: DialogueContext, question: PathQuestion): Promise<string> {
  const { questions, flags, present } = context;
  const { name, flag } = question;
  const text = flags[name];
  if (text !== undefined) return readFlag({ flag, text, read: createReader(question) });
  for (;;) {
    const path = await choosePath(context, question);
    const url = `${presentOrDefault('appUrl', present)}/${path}/{apiVersion}`;
    const message = `The URL is ${url}. Is that right`;
    if (await questions.confirm({ message, flag, isYesDefault: true })) return path;
  }
}

function choosePath({ questions, present }: DialogueContext, question: PathQuestion): Promise<string> {
  const { name, message, flag } = question;
  const read = createReader(question);
  const other = { message: 'Path', flag, read };
  const path = presentOrDefault(name, present);
  if (!('value' in read(path))) return questions.enter({ ...other, message });
  return chooseOrEnter(questions, {
    choice: { message, flag, choices: [{ value: path, label: path }], defaultValue: path },
    otherLabel: 'type in another path',
    other,
  });
}

function createReader({ name, takenPath }: PathQuestion): (text: string) => TextReading {
  return (text) => {
    const reading = readAnswer(name, text);
    const isTaken = 'value' in reading && reading.value === takenPath;
    return isTaken ? { expected: 'a path other than that of the email service' } : reading;
  };
}
