import type { Environment } from '../../config/load-settings.ts';
import { settingRows } from '../../config/settings.ts';
import { chooseOrEnter } from './choose-or-enter.ts';
import type { Dialogue, DialogueContext } from './dialogue.ts';
import { presentOrDefault, readAnswer, readFlag } from './setting-answer.ts';

const FLAG = '--url';
const readUrl = (text: string) => readAnswer('appUrl', text);

export const askUrl: Dialogue = async (context) =>
  new Map([[settingRows.appUrl.key, await findUrl(context)]]);

async function findUrl(context: DialogueContext): Promise<string> {
  const { questions, flags } = context;
  if (flags.url !== undefined) return readFlag({ flag: FLAG, text: flags.url, read: readUrl });
  for (;;) {
    const url = await chooseUrl(context);
    const message = `This instance is available at ${url}. Is that right`;
    if (await questions.confirm({ message, flag: FLAG, isYesDefault: true })) return url;
  }
}

function chooseUrl({ questions, present, environment }: DialogueContext): Promise<string> {
  const defaultValue = presentOrDefault('appUrl', present);
  const urls = new Set([defaultValue, ...serverUrl(environment)]);
  return chooseOrEnter(questions, {
    choice: {
      message: 'Where is this instance available',
      flag: FLAG,
      choices: [...urls].map((url) => ({ value: url, label: url })),
      defaultValue,
    },
    otherLabel: 'type in another URL',
    other: { message: 'URL', flag: FLAG, read: readUrl },
  });
}

/** The URL from web server variables (RFC 3875 §4.1.14; `HTTPS` by convention). */
function serverUrl({ SERVER_NAME, HTTPS = '' }: Environment): readonly string[] {
  if (!SERVER_NAME) return [];
  const scheme = HTTPS === '' || HTTPS.toLowerCase() === 'off' ? 'http' : 'https';
  const reading = readUrl(`${scheme}://${SERVER_NAME}`);
  return 'value' in reading ? [reading.value] : [];
}
