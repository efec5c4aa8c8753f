import { settingRows } from '../../config/settings.ts';
import { chooseOrEnter } from './choose-or-enter.ts';
import type { Dialogue, DialogueContext } from './dialogue.ts';
import { presentOrDefault, readAnswer, readFlag } from './setting-answer.ts';

const FLAG = '--env';
const readName = (text: string) => readAnswer('environment', text);
const USUAL = ['production', 'development'];

export const askEnvironment: Dialogue = async (context) =>
  new Map([[settingRows.environment.key, await findEnvironment(context)]]);

async function findEnvironment({ questions, flags, present }: DialogueContext): Promise<string> {
  if (flags.env !== undefined) return readFlag({ flag: FLAG, text: flags.env, read: readName });
  const defaultValue = presentOrDefault('environment', present);
  const names = new Set([...USUAL, defaultValue]);
  return chooseOrEnter(questions, {
    choice: {
      message: 'Which environment does this instance run in',
      flag: FLAG,
      choices: [...names].map((name) => ({ value: name, label: name })),
      defaultValue,
    },
    otherLabel: 'type in another one',
    other: { message: 'Environment', flag: FLAG, read: readName },
  });
}
