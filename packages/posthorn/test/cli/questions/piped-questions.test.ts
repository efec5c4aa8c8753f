import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommandError } from '../../../src/cli/command-error.ts';
import type { ChoiceQuestion, TextQuestion } from '../../../src/cli/questions/questions.ts';
import { answerWith } from '../piped-answers.ts';

const FRUIT: ChoiceQuestion = {
  message: 'Fruit',
  flag: '--fruit',
  choices: [
    { value: 'apple', label: 'an apple' },
    { value: 'pear', label: 'a pear', meaning: 'soft' },
  ],
  defaultValue: 'pear',
};
const NUMBER: TextQuestion = {
  message: 'Number',
  flag: '--number',
  read: (text) => (/^\d+$/.test(text) ? { value: `#${text}` } : { expected: 'digits' }),
};
const SURE = { message: 'Sure', flag: '--sure', isYesDefault: true };

const isUsageError = (message: RegExp) => (error: unknown) =>
  error instanceof CommandError && error.exitStatus === 2 && message.test(error.message);

describe('questions in a pipe', () => {
  it('show the choices with their numbers and the default', async () => {
    const questions = answerWith('');

    await questions.choose(FRUIT);

    assert.equal(questions.printed(), 'Fruit:\n  1) an apple\n  2) a pear (soft)\n[2] \n');
  });

  for (const [answer, value] of [
    ['1', 'apple'],
    [' 2 ', 'pear'],
    ['an apple', 'apple'],
    ['pear', 'pear'],
    ['', 'pear'],
  ] as const) {
    it(`take ${JSON.stringify(answer)} for ${value}`, async () => {
      assert.equal(await answerWith(answer).choose(FRUIT), value);
    });
  }

  for (const answer of ['0', '3', '1.0', 'apples', '__proto__']) {
    it(`refuse the choice ${answer}`, async () => {
      await assert.rejects(answerWith(answer).choose(FRUIT), isUsageError(/number from 1 to 2/));
    });
  }

  it('take a text as the question reads it, and refuse another one', async () => {
    assert.equal(await answerWith('12').enter(NUMBER), '#12');
    await assert.rejects(answerWith('x').enter(NUMBER), isUsageError(/Expected digits, got "x"/));
  });

  it('take yes, no and an empty line', async () => {
    const questions = answerWith('Y', 'no', '', '');

    const answers = [
      await questions.confirm(SURE),
      await questions.confirm(SURE),
      await questions.confirm(SURE),
      await questions.confirm({ ...SURE, isYesDefault: false }),
    ];

    assert.deepEqual(answers, [true, false, true, false]);
    await assert.rejects(answerWith('maybe').confirm(SURE), isUsageError(/yes or no/));
  });

  it('name the flag when the input ends', async () => {
    await assert.rejects(answerWith().confirm(SURE), isUsageError(/Sure \(--sure answers it\)/));
  });
});
