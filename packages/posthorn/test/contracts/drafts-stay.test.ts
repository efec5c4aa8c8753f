/**
 * No draft that a person has made ever goes, whoever copies or edits drafts and wherever saves are cut: only what was replaced, and what
 * failed saves have left. `POSTHORN_TEST_SEED` draws other steps.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createNodemailerComposer } from '../../src/adapters/mime/nodemailer-composer.ts';
import { createMessageChanges } from '../../src/application/changing/message-changes.ts';
import { createSentCopies } from '../../src/application/changing/sent-copies.ts';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { type BreakingProxy, startBreakingProxy } from '../support/breaking-proxy.ts';
import { asUid } from '../support/domain-values.ts';
import { createTestState } from '../support/memory-state.ts';
import { octetsOf } from '../support/octets-of.ts';
import { pick, seededRandom, testSeed } from '../support/seeded-random.ts';
import { openDovecotBackend } from './dovecot-backend.ts';
import { openSandboxBackend } from './sandbox-backend.ts';
import {
  createTestMailAccess,
  type MailAccess,
  mailboxName,
  type StoreUnderTest,
} from './store-under-test.ts';
import { signal, subjectOf } from './workbench.ts';

const MARKER_KEY = Buffer.alloc(32, 7);
/** A save moves about as many octets in each direction. */
const MAX_CUT_OCTETS = 2_000;
const FOLDERS = ['Drafts', 'Templates'] as const;

let messages = 0;
const composer = createNodemailerComposer({
  now: () => Date.UTC(2024, 0, 1),
  newMessageId() {
    messages += 1;
    return `${messages}@example.org`;
  },
  markerKey: MARKER_KEY,
});

/** What one process of the server is made of. */
function startProcess() {
  const access = createTestMailAccess();
  const { store: mailStore, writer: mailWriter } = access;
  const sentCopies = createSentCopies({ mailStore, mailWriter, keepsSentCopy: () => false });
  const history = createTestState();
  const dependencies = { mailStore, mailWriter, messageComposer: composer, sentCopies, ...history };
  return { access, changes: createMessageChanges(dependencies) };
}

/** A draft of a person: where it is, and its subject. */
interface Draft {
  readonly folder: string;
  readonly uid: number;
  readonly subject: string;
}

/** The mailboxes as people know them, and the steps that people and programs take. */
class Desk {
  readonly #backend: StoreUnderTest;
  readonly #proxy: BreakingProxy;
  readonly #random: () => number;
  #process = startProcess();
  #texts = 0;
  #drafts: readonly Draft[] = [];
  /** Where a failed save has left its version beside the draft: one of both may go. */
  readonly #pairs = new Map<string, string>();
  leftBehind = 0;

  constructor(backend: StoreUnderTest, proxy: BreakingProxy, random: () => number) {
    this.#backend = backend;
    this.#proxy = proxy;
    this.#random = random;
  }

  get access(): MailAccess {
    return this.#process.access;
  }

  async create(): Promise<void> {
    const subject = this.#nextSubject();
    const { octets } = await composer.compose({ header: { subject } });
    const folder = pick(FOLDERS, this.#random);
    await this.#put(folder, await octetsOf(octets), subject);
  }

  /** Another program copies a message as it is, or stores it with another text and keeps its header. */
  async copyElsewhere(isEdited: boolean): Promise<void> {
    const { folder, uid, subject } = this.#anyDraft();
    const octets = (await this.#backend.contents(folder)).get(uid) ?? Buffer.alloc(0);
    const target = pick(FOLDERS, this.#random);
    const edited = isEdited ? this.#nextSubject() : subject;
    const text = octets.toString('latin1').replace(/^Subject: .*\r$/m, `Subject: ${edited}\r`);
    await this.#put(target, Buffer.from(text, 'latin1'), edited);
    const copy = this.#drafts.at(-1) as Draft;
    const partner = this.#pairs.get(nameOf({ folder, uid }));
    // A copy in the same folder names the same message as replaced.
    if (partner && folder === target) this.#pairs.set(nameOf(copy), partner);
  }

  async copyHere(): Promise<void> {
    const { folder, uid, subject } = this.#anyDraft();
    const target = folder === 'Drafts' ? 'Templates' : 'Drafts';
    const copying = { message: this.#ref({ folder, uid }), target: mailboxName(target) };
    const copy = await this.#process.changes.copy(copying, signal);
    this.#drafts = [...this.#drafts, { folder: target, uid: copy.uid, subject }];
  }

  async save(isCut: boolean): Promise<void> {
    const draft = this.#anyDraft();
    const subject = this.#nextSubject();
    const takeBack = isCut ? this.#cut() : () => undefined;
    const message = this.#ref(draft);
    try {
      const { newRef } = await this.#process.changes.update(
        { message, draft: { header: { subject } } },
        signal,
      );
      assert.ok(newRef);
      this.#replace(draft, { folder: draft.folder, uid: newRef.uid, subject });
    } catch (error) {
      assert.ok(error instanceof MailError, String(error));
      await this.#findOut(draft, subject);
    } finally {
      takeBack();
    }
  }

  /** The process is killed. */
  async restart(): Promise<void> {
    await this.access.store.close();
    this.#process = startProcess();
  }

  /** Fails where a draft is gone. */
  async check(): Promise<void> {
    const there = new Map<string, string>();
    for (const folder of FOLDERS) {
      const flags = await this.#backend.flags(folder);
      for (const [uid, octets] of await this.#backend.contents(folder)) {
        if (!flags.get(uid)?.includes('\\Deleted')) there.set(nameOf({ folder, uid }), subjectOf(octets));
      }
    }
    const lost = this.#drafts.filter((draft) => there.get(nameOf(draft)) !== draft.subject);
    assert.deepEqual(lost, []);
    this.leftBehind = there.size - this.#drafts.length;
  }

  #replace(old: Draft, version: Draft): void {
    const gone = new Set([nameOf(old), this.#pairs.get(nameOf(old))]);
    this.#drafts = [...this.#drafts.filter((draft) => !gone.has(nameOf(draft))), version];
  }

  /** After a save that failed: the old version is there, or the new one. */
  async #findOut(old: Draft, subject: string): Promise<void> {
    const flags = await this.#backend.flags(old.folder);
    const contents = await this.#backend.contents(old.folder);
    const stored = [...contents].find(([uid, octets]) => uid !== old.uid && subjectOf(octets) === subject);
    const isThere = contents.has(old.uid) && !flags.get(old.uid)?.includes('\\Deleted');
    if (stored === undefined) return;
    const version = { folder: old.folder, uid: stored[0], subject };
    if (!isThere) return this.#replace(old, version);
    // A person goes on with the version that was left, as with a draft of its own, or never sees it.
    if (this.#random() < 0.5) return;
    this.#drafts = [...this.#drafts.filter((draft) => draft !== old), version];
    this.#pairs.set(nameOf(version), nameOf(old));
  }

  async #put(folder: string, raw: Buffer, subject: string): Promise<void> {
    const known = new Set((await this.#backend.contents(folder)).keys());
    await this.#backend.put(folder, [{ raw, flags: ['\\Draft'] }]);
    const uid = [...(await this.#backend.contents(folder)).keys()].find((each) => !known.has(each)) ?? 0;
    this.#drafts = [...this.#drafts, { folder, uid, subject }];
  }

  #cut(): () => void {
    const direction = pick(['to-server', 'to-client'] as const, this.#random);
    const afterOctets = Math.floor(this.#random() * MAX_CUT_OCTETS);
    return this.#proxy.breakNext({ direction, afterOctets, how: 'cut' });
  }

  #anyDraft(): Draft {
    return pick(this.#drafts, this.#random);
  }

  #nextSubject(): string {
    this.#texts += 1;
    return `text ${this.#texts}`;
  }

  #ref({ folder, uid }: Pick<Draft, 'folder' | 'uid'>) {
    const { host, port } = this.#proxy;
    const account: MailAccount = {
      ...this.#backend.account,
      inbox: { ...this.#backend.account.inbox, host, port },
    };
    return { account, mailbox: mailboxName(folder), uid: asUid(uid) };
  }
}

function nameOf({ folder, uid }: Pick<Draft, 'folder' | 'uid'>): string {
  return `${folder} ${uid}`;
}

function draftsStay(name: string, steps: number, open: () => Promise<StoreUnderTest>): void {
  describe(`Drafts that are copied, edited and saved over ${name}`, () => {
    let backend: StoreUnderTest;
    let proxy: BreakingProxy;
    before(async () => {
      backend = await open();
      const { host, port } = backend.account.inbox;
      proxy = await startBreakingProxy({ host, port });
      for (const folder of FOLDERS) await backend.put(folder, []);
    });
    after(async () => {
      proxy?.close();
      await backend?.close();
    });

    it(`stay through ${steps} steps`, async (t) => {
      const seed = testSeed();
      const random = seededRandom(seed);
      const desk = new Desk(backend, proxy, random);
      t.after(() => desk.access.store.close());
      for (let draft = 1; draft <= 3; draft += 1) await desk.create();
      const choices: readonly (readonly [share: number, title: string, run: () => Promise<void>])[] = [
        [2, 'create', () => desk.create()],
        [4, 'copy elsewhere', () => desk.copyElsewhere(false)],
        [2, 'edit elsewhere', () => desk.copyElsewhere(true)],
        [4, 'copy here', () => desk.copyHere()],
        [3, 'restart', () => desk.restart()],
        [15, 'save', () => desk.save(false)],
        [20, 'save, cut', () => desk.save(true)],
      ];
      const lots = choices.flatMap((choice) => Array.from({ length: choice[0] }, () => choice));
      for (let step = 1; step <= steps; step += 1) {
        const [, title, run] = pick(lots, random);
        await run();
        await desk.check().catch((cause: unknown) => {
          throw new Error(`Step ${step} of seed ${seed}: ${title}`, { cause });
        });
      }
      t.diagnostic(`seed ${seed}: ${proxy.breaks()} cuts, ${desk.leftBehind} versions left behind`);
      assert.ok(proxy.breaks() > steps / 8, `only ${proxy.breaks()} cuts`);
    });
  });
}

draftsStay('the sandbox', 300, () => openSandboxBackend());
draftsStay('a sandbox without UIDPLUS and CONDSTORE', 300, () =>
  openSandboxBackend({ capabilities: { without: ['UIDPLUS', 'CONDSTORE'] } }),
);
draftsStay('Dovecot', 150, () => openDovecotBackend('flat'));
