/**
 * `npm run corpus -- DIR [--verbose]`: puts every message of a corpus into a private Dovecot, reads it back
 * through both versions of the API and says how often each field is as expected. Exit code 1 below the threshold.
 */
import { parseArgs } from 'node:util';
import { startDovecot } from '../packages/posthorn/test/support/dovecot.ts';
import { fillMailbox } from '../packages/posthorn/test/support/fill-mailbox.ts';
import { type AnsweredMessage, readVersion0, readVersion1, type VersionReader } from './corpus-answers.ts';
import { COMPARED_FIELDS, type ComparedField, type Comparison, compareMessage } from './corpus-comparison.ts';
import { type CorpusMessage, readCorpus } from './corpus-expectation.ts';
import { AnswerError, openCorpusServer } from './corpus-server.ts';

/** Percent of the comparisons of each field that have to agree. */
const THRESHOLD = 99.5;

/** The comparisons of one message, and the answer that made them impossible. */
interface Result {
  readonly path: string;
  readonly comparisons: readonly Comparison[];
  readonly failure?: string;
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

const isGood = await checkCorpus(await readCorpus(folder));
process.exitCode = isGood ? 0 : 1;

async function checkCorpus(corpus: readonly CorpusMessage[]): Promise<boolean> {
  const dovecot = await startDovecot();
  const user = dovecot.user('alice@example.org');
  await fillMailbox({ server: dovecot, user, mailbox: 'INBOX', messages: corpus });
  const server = await openCorpusServer(dovecot, user);
  try {
    const verdicts: boolean[] = [];
    for (const reader of [readVersion0(server), readVersion1(server)]) {
      const results = await readAll(reader, corpus);
      if (values.verbose) printDisagreements(results);
      verdicts.push(printTable(reader, results), printFailures(results));
    }
    return verdicts.every((isReached) => isReached);
  } finally {
    await server.close();
    await dovecot.stop();
  }
}

async function readAll(reader: VersionReader, corpus: readonly CorpusMessage[]): Promise<readonly Result[]> {
  const items = await reader.listItems();
  const { showsLastAddressOnly } = reader;
  const results: Result[] = [];
  for (const [index, { expected }] of corpus.entries()) {
    const { path } = expected;
    const answered = await readMessage(reader, items, index + 1);
    const isFailure = typeof answered === 'string';
    const comparisons = compareMessage({
      expected,
      answered: isFailure ? undefined : answered,
      showsLastAddressOnly,
    });
    results.push({ path, comparisons, ...(isFailure && { failure: answered }) });
  }
  return results;
}

/** The message, or what went wrong. */
async function readMessage(
  reader: VersionReader,
  items: Awaited<ReturnType<VersionReader['listItems']>>,
  uid: number,
): Promise<AnsweredMessage | string> {
  const item = items.get(uid);
  if (item === undefined) return 'The list does not have it.';
  try {
    const texts = await reader.readTexts(uid);
    return { ...item, ...texts, attachments: await reader.readAttachments(uid) };
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    return error.message;
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

/** True when every field reaches the threshold. */
function printTable({ version }: VersionReader, results: readonly Result[]): boolean {
  console.log(`\n${version.padEnd(14)}agreed/compared   percent`);
  const all = results.flatMap(({ comparisons }) => comparisons);
  const verdicts = COMPARED_FIELDS.map((name) =>
    printField(
      name,
      all.filter(({ field }) => field === name),
    ),
  );
  return verdicts.every((isReached) => isReached);
}

function printField(field: ComparedField, compared: readonly Comparison[]): boolean {
  if (compared.length === 0) return true;
  const agreed = compared.filter(({ isEqual }) => isEqual).length;
  const percent = (100 * agreed) / compared.length;
  const isReached = percent >= THRESHOLD;
  const numbers = `${`${agreed}/${compared.length}`.padStart(15)}${percent.toFixed(1).padStart(10)}`;
  console.log(`${field.padEnd(14)}${numbers}${isReached ? '' : `  below ${THRESHOLD}`}`);
  return isReached;
}

/** True when no message was answered with an error. */
function printFailures(results: readonly Result[]): boolean {
  const failures = results.flatMap(({ path, failure }) => (failure ? [`${path}: ${failure}`] : []));
  console.log(`\n${results.length} messages, ${failures.length} of them without an answer.`);
  for (const failure of failures) console.log(failure);
  return failures.length === 0;
}
