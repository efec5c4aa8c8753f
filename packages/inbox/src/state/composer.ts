import { type ReadonlySignal, signal } from '@preact/signals';
import { ApiError, type Client } from '../api/client.ts';
import {
  attachFiles,
  createDraft,
  type DraftAttributes,
  type DraftOrigin,
  deleteDraft,
  filesOfDraft,
  readDraft,
  removeFile,
  type SavedDraft,
  saveDraft,
  sendDraft,
} from '../api/drafts.ts';
import { readText } from '../api/messages.ts';
import { newIdempotencyKey } from '../api/parameters.ts';
import { draftTexts, type QuotedText } from '../mail/draft-text.ts';
import type { MailAddress, MessageFile } from '../mail/message.ts';
import { reasonOf, type Toasts } from './toasts.ts';

/** The editable draft. */
export interface DraftInput extends DraftAttributes {
  readonly words: string;
}

export type SaveStatus = 'new' | 'changed' | 'saving' | 'saved' | 'failed';

/** The composer's state. */
export interface ComposerState {
  readonly title: string;
  readonly input: DraftInput;
  readonly quoted: QuotedText | null;
  readonly files: readonly MessageFile[];
  readonly status: SaveStatus;
  /** Until the server creates the draft. */
  readonly isPreparing: boolean;
  readonly isSending: boolean;
  readonly uploading: readonly string[];
  readonly problem: string | null;
}

/** A message in composition, saved as a draft while typed. */
export interface Composer {
  readonly state: ReadonlySignal<ComposerState | null>;
  write(to?: readonly MailAddress[]): Promise<void>;
  answer(origin: DraftOrigin): Promise<void>;
  resume(id: string): Promise<void>;
  edit(change: Partial<DraftInput>): void;
  removeQuote(): void;
  attach(files: readonly File[]): Promise<void>;
  detach(file: MessageFile): Promise<void>;
  send(): Promise<void>;
  close(): Promise<void>;
  discard(): Promise<void>;
}

const EMPTY: DraftInput = { to: [], cc: [], bcc: [], subject: '', words: '' };
const NEW: ComposerState = {
  title: 'New message',
  input: EMPTY,
  quoted: null,
  files: [],
  status: 'new',
  isPreparing: false,
  isSending: false,
  uploading: [],
  problem: null,
};
const TITLES = { reply: 'Reply', 'reply-all': 'Reply to all', forward: 'Forward' } as const;
const SAVE_AFTER_MS = 1_200;

interface ComposerParts {
  readonly client: Client;
  readonly draftsFolder: () => string | undefined;
  readonly toasts: Toasts;
  readonly onChange: () => Promise<void>;
}

/** Composes one draft at a time. */
export class DraftComposer implements Composer {
  readonly state = signal<ComposerState | null>(null);
  readonly #parts: ComposerParts;
  #saved: Pick<SavedDraft, 'id' | 'etag'> | undefined;
  /** Each change assigns a new id. */
  #queue: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ComposerParts) {
    this.#parts = parts;
  }

  async write(to: readonly MailAddress[] = []): Promise<void> {
    await this.#begin({ ...NEW, input: { ...EMPTY, to } });
  }

  async answer(origin: DraftOrigin): Promise<void> {
    const isOpen = await this.#begin({ ...NEW, title: TITLES[origin.kind], isPreparing: true });
    if (isOpen)
      await this.#prepare(() => createDraft(this.#parts.client, this.#folder(), { attributes: {}, origin }));
  }

  async resume(id: string): Promise<void> {
    const isOpen = await this.#begin({ ...NEW, title: 'Draft', isPreparing: true });
    if (isOpen) await this.#prepare(() => readDraft(this.#parts.client, id), true);
  }

  /** False: the previous message cannot be saved and stays open. */
  async #begin(state: ComposerState): Promise<boolean> {
    await this.close();
    if (this.state.value !== null) return false;
    this.#saved = undefined;
    this.state.value = state;
    return true;
  }

  async #prepare(make: () => Promise<SavedDraft>, isResumed = false): Promise<void> {
    const { client, toasts } = this.#parts;
    try {
      const { id, etag, ...attributes } = await make();
      this.#saved = { id, etag };
      const [text, files] = await Promise.all([
        readText(client, { id, images: 'allow' }),
        filesOfDraft(client, id),
      ]);
      const quoted = { plain: text.plain, html: text.html };
      const isWords = isResumed && text.html === '';
      this.#patch({
        input: { ...attributes, words: isWords ? text.plain.trimEnd() : '' },
        quoted: isWords || text.plain.trim() === '' ? null : quoted,
        files: files.filter(({ inline }) => !inline),
        status: isResumed ? 'saved' : 'new',
        isPreparing: false,
      });
    } catch (error) {
      this.state.value = null;
      toasts.fail('The draft cannot be opened.', error);
    }
  }

  edit(change: Partial<DraftInput>): void {
    const state = this.state.value;
    if (state === null) return;
    this.#patch({ input: { ...state.input, ...change }, status: 'changed', problem: null });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), SAVE_AFTER_MS);
  }

  removeQuote(): void {
    this.#patch({ quoted: null });
    this.edit({});
  }

  /** Resolves to false on failure. */
  #save(): Promise<boolean> {
    clearTimeout(this.#timer);
    return this.#inTurn(async () => {
      const state = this.state.value;
      if (state === null || state.isPreparing || (state.status === 'saved' && this.#saved)) return true;
      this.#patch({ status: 'saving' });
      try {
        await this.#store(state);
        const isCurrent = this.state.value?.input === state.input;
        this.#patch({ status: isCurrent ? 'saved' : 'changed', problem: null });
        return true;
      } catch (error) {
        this.#patch({ status: 'failed', problem: saveProblem(error) });
        return false;
      }
    });
  }

  async #store({ input: { words, ...attributes }, quoted }: ComposerState): Promise<void> {
    const { client, onChange } = this.#parts;
    const written = { ...attributes, ...draftTexts(words, quoted) };
    const { id, etag } = this.#saved
      ? await saveDraft(client, this.#saved, written)
      : await createDraft(client, this.#folder(), { attributes: written });
    if (this.#saved) this.#renameFiles(this.#saved.id, id);
    this.#saved = { id, etag };
    void onChange();
  }

  /** File ids begin with their draft's id. */
  #renameFiles(before: string, now: string): void {
    const files = this.state.value?.files ?? [];
    this.#patch({ files: files.map((file) => ({ ...file, id: now + file.id.slice(before.length) })) });
  }

  #folder(): string {
    const folder = this.#parts.draftsFolder();
    if (folder === undefined) throw new Error('The account has no folder for drafts.');
    return folder;
  }

  async attach(files: readonly File[]): Promise<void> {
    if (files.length === 0 || !(await this.#save())) return;
    const names = files.map(({ name }) => name);
    this.#patch({ uploading: names });
    await this.#changeFiles((id) => attachFiles(this.#parts.client, id, files));
    this.#patch({ uploading: [] });
  }

  async detach(file: MessageFile): Promise<void> {
    const index = this.state.value?.files.indexOf(file) ?? -1;
    if (!(await this.#save())) return;
    await this.#changeFiles(async (id) => {
      const current = this.state.value?.files[index];
      return current === undefined ? id : removeFile(this.#parts.client, id, current.id);
    });
  }

  #changeFiles(change: (id: string) => Promise<string>): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#saved === undefined) return;
      const { client } = this.#parts;
      try {
        const id = await change(this.#saved.id);
        const { etag } = await readDraft(client, id);
        this.#saved = { id, etag };
        const files = await filesOfDraft(client, id);
        this.#patch({ files: files.filter(({ inline }) => !inline), problem: null });
      } catch (error) {
        this.#patch({ problem: reasonOf(error) });
      }
    });
  }

  async send(): Promise<void> {
    const { client, toasts, onChange } = this.#parts;
    this.#patch({ isSending: true, problem: null });
    const isSaved = await this.#save();
    if (!isSaved || this.#saved === undefined) return this.#patch({ isSending: false });
    try {
      const { rejected } = await sendDraft(client, this.#saved.id, newIdempotencyKey());
      this.state.value = null;
      const refused = rejected.map(({ address }) => address).join(', ');
      if (refused === '') toasts.report('Message sent.');
      else toasts.fail('Sent, but not to all:', new Error(`${refused} was refused.`));
    } catch (error) {
      this.#patch({ isSending: false, problem: reasonOf(error) });
    }
    await onChange();
  }

  async close(): Promise<void> {
    const state = this.state.value;
    if (state === null) return;
    if (state.status === 'new') return this.discard();
    if (await this.#save()) this.state.value = null;
  }

  async discard(): Promise<void> {
    const { client, toasts, onChange } = this.#parts;
    clearTimeout(this.#timer);
    this.state.value = null;
    await this.#inTurn(async () => {
      if (this.#saved === undefined) return;
      try {
        await deleteDraft(client, this.#saved.id);
      } catch (error) {
        toasts.fail('The draft is not deleted.', error);
      }
      this.#saved = undefined;
    });
    await onChange();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(work, work);
    this.#queue = result;
    return result;
  }

  #patch(change: Partial<ComposerState>): void {
    if (this.state.value !== null) this.state.value = { ...this.state.value, ...change };
  }
}

function saveProblem(error: unknown): string {
  const isElsewhere = error instanceof ApiError && [404, 410, 412].includes(error.status);
  return isElsewhere
    ? 'Not saved: the draft was changed or sent elsewhere. Copy your text, and open the draft again.'
    : `Not saved. ${reasonOf(error)}`;
}
