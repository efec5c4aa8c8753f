/** A ContentSpool in memory that tells what it still keeps. */
import type {
  ContentSpool,
  KeptContent,
  StreamedContent,
} from '../../src/application/ports/content-spool.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';

export class InMemoryContentSpool implements ContentSpool {
  readonly #kept = new Set<KeptContent>();

  /** How many contents were not released yet. */
  get keptCount(): number {
    return this.#kept.size;
  }

  async keep({ stream, maxOctets }: StreamedContent, signal: AbortSignal): Promise<KeptContent> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    signal.throwIfAborted();
    const octets = Buffer.concat(chunks);
    if (octets.length > maxOctets) throw new MailError('message-too-large', { detail: 'Too large.' });
    const kept = { ...bufferSource(octets), release: async () => void this.#kept.delete(kept) };
    this.#kept.add(kept);
    return kept;
  }
}
