import { readSetting } from '../../config/read-setting.ts';
import { settingRows } from '../../config/settings.ts';
import { usageError } from '../command-error.ts';
import type { TextReading } from '../questions/questions.ts';
import { chooseOrEnter } from './choose-or-enter.ts';
import type { DialogueContext } from './dialogue.ts';
import { readFlag } from './setting-answer.ts';

const FLAG = '--mail-hosts-only';
const ALL = 'all';

/** Servers that clients may name, as setting text; null: all public ones. */
export async function askMailServers({ questions, flags, present }: DialogueContext): Promise<string | null> {
  const text = flags.mailHostsOnly;
  const answer =
    text === undefined ? await choose(questions, present) : readFlag({ flag: FLAG, text, read: readHosts });
  return answer === ALL ? null : answer;
}

/** Throws CommandError: this provider's clients name no servers. */
export function refuseMailServers({ flags }: DialogueContext): void {
  if (flags.mailHostsOnly === undefined) return;
  throw usageError(
    `${FLAG} needs the auth provider local-mail-account: with the other one clients name no servers.`,
  );
}

function choose(
  questions: DialogueContext['questions'],
  present: DialogueContext['present'],
): Promise<string> {
  const reading = readHosts(present.get(settingRows.mailHostsOnly.key) ?? '');
  const listed = 'value' in reading && reading.value !== ALL ? [reading.value] : [];
  const choices = [
    ...listed.map((value) => ({ value, label: value })),
    {
      value: ALL,
      label: ALL,
      meaning: 'every public one; whoever reaches this instance can have it connect to them',
    },
  ];
  const message = 'Which mail servers may clients name';
  return chooseOrEnter(questions, {
    choice: { message, flag: FLAG, choices, defaultValue: listed[0] ?? ALL },
    otherLabel: 'type in the only ones',
    other: { message: 'Servers, such as imap.example.org,smtp.example.org:465', flag: FLAG, read: readHosts },
  });
}

function readHosts(text: string): TextReading {
  if (text.trim() === ALL) return { value: ALL };
  if (text.trim() === '') return { expected: 'a value' };
  const reading = readSetting(settingRows.mailHostsOnly, { text, rootDirectory: '' });
  if ('problem' in reading) return { expected: reading.problem.expected };
  return { value: [reading.value].flat().join(',') };
}
