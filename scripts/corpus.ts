/**
 * `npm run corpus -- DIR [--verbose]`: puts every message of a corpus into a private Dovecot, reads it back
 * through the API and says how often each field is as expected. Exit code 1 below the thresholds.
 */
import { parseArgs } from 'node:util';
import { startDovecot } from '../packages/posthorn/test/support/dovecot.ts';
import { fillMailbox } from '../packages/posthorn/test/support/fill-mailbox.ts';
import { type Api, ApiError, getBody, listAttachments, listItems, openApi } from './corpus-api.ts';
import {
  type AnsweredItem,
  type ComparedField,
  type Comparison,
  compareMessage,
} from './corpus-comparison.ts';
import { type CorpusMessage, readCorpus } from './corpus-expectation.ts';

/** Percent of the comparisons that have to agree. */
const THRESHOLDS = {
  subject: 99.5,
  from: 99.5,
  to: 99.5,
  date: 99.5,
  hasHtml: 99.5,
  text: 99.5,
  preview: 99.5,
  attachments: 97,
} satisfies Record<ComparedField, number>;

/** The comparisons of one message, or the answer that made them impossible. */
interface Result {
  readonly path: string;
  readonly comparisons: readonly Comparison[];
  readonly failure?: ApiError;
}

const { values, positionals } = parseArgs({
  options: { verbose: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Usage: npm run corpus -- DIR [--verbose]');
  process.exit(2);
}

const results = await checkCorpus(await readCorpus(folder));
if (values.verbose) printDisagreements(results);
const isGood = printTable(results);
const isAnswered = printFailures(results);
process.exitCode = isGood && isAnswered ? 0 : 1;

async function checkCorpus(corpus: readonly CorpusMessage[]): Promise<readonly Result[]> {
  const dovecot = await startDovecot();
  const user = dovecot.user('alice@example.org');
  await fillMailbox({ server: dovecot, user, mailbox: 'INBOX', messages: corpus });
  const api = await openApi(dovecot, user);
  try {
    const items = await listItems(api);
    const results: Result[] = [];
    for (const [index, { expected }] of corpus.entries()) {
      const id = String(index + 1);
      results.push(await checkMessage({ api, id, item: items.get(id) ?? {}, expected }));
    }
    return results;
  } finally {
    await api.close();
    await dovecot.stop();
  }
}

interface Check {
  readonly api: Api;
  readonly id: string;
  readonly item: AnsweredItem;
  readonly expected: CorpusMessage['expected'];
}

async function checkMessage({ api, id, item, expected }: Check): Promise<Result> {
  const { path } = expected;
  try {
    const body = await getBody(api, id);
    const attachments = await listAttachments(api, id);
    return { path, comparisons: compareMessage(expected, { item, body, attachments }) };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    return { path, comparisons: [], failure };
  }
}

function printDisagreements(results: readonly Result[]): void {
  for (const { path, comparisons } of results) {
    for (const { field, expected, answered } of comparisons.filter(({ isEqual }) => !isEqual)) {
      console.log(`${path}: ${field}`);
      console.log(`  expected ${JSON.stringify(expected)}\n  answered ${JSON.stringify(answered)}`);
    }
  }
}

/** True when every field reaches its threshold. */
function printTable(results: readonly Result[]): boolean {
  const all = results.flatMap(({ comparisons }) => comparisons);
  console.log(`\n${'field'.padEnd(14)}agreed/compared   percent`);
  const verdicts = Object.entries(THRESHOLDS).map(([field, threshold]) => {
    const compared = all.filter((comparison) => comparison.field === field);
    const agreed = compared.filter(({ isEqual }) => isEqual).length;
    const percent = (100 * agreed) / compared.length;
    const isReached = percent >= threshold;
    const remark = isReached ? '' : `  below ${threshold}`;
    console.log(
      `${field.padEnd(14)}${`${agreed}/${compared.length}`.padStart(15)}${percent.toFixed(1).padStart(10)}${remark}`,
    );
    return isReached;
  });
  return verdicts.every((isReached) => isReached);
}

/** True when no message was answered with an error. */
function printFailures(results: readonly Result[]): boolean {
  const failures = results.flatMap(({ path, failure }) => (failure ? [`${path}: ${failure.message}`] : []));
  console.log(`\n${results.length} messages, ${failures.length} of them answered with an error.`);
  for (const failure of failures) console.log(failure);
  return failures.length === 0;
}
