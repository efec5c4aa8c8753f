import type { DraftChange } from '../../domain/messages/message-draft.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import { attempt } from '../attempt.ts';
import type { MailStore, StoredMessage } from '../ports/mail/mail-store.ts';
import type { FlagChange, MailWriter, Replacement } from '../ports/mail/mail-writer.ts';
import type { MessageComposer } from '../ports/mail/message-composer.ts';
import type { MessageFate } from '../ports/state/message-fates.ts';
import { alreadySent, requireDraft } from './draft-state.ts';
import { type MessageHistory, outdatedVersion } from './message-history.ts';

/** A change to a draft. */
export interface DraftRevision {
  readonly message: MessageRef;
  readonly change: DraftChange;
  readonly flags: FlagChange;
}

/** Dependencies. */
export interface DraftRevisionDependencies {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
  readonly messageHistory: MessageHistory;
}

/**
 * Stores the changed draft, then removes the previous version. Hold the message's lock. Throws
 * `outdated-version` for an older version, `conflict` for a non-draft or sent message.
 */
export async function reviseDraft(
  dependencies: DraftRevisionDependencies,
  { message, change, flags }: DraftRevision,
  signal: AbortSignal,
): Promise<Replacement> {
  const { mailWriter, messageComposer, messageHistory } = dependencies;
  const stored = await readNewest(dependencies, message, signal);
  requireDraft(stored);
  const old = { ...message, uidValidity: stored.uidValidity };
  const revised = await messageComposer.revise({ octets: stored.octets, message: old }, change);
  const { octets, versionField, rivalField, earlierUid } = revised;
  const version = { octets, versionField, rivalField, earlierUid, flags, replaced: stored };
  const replacement = await mailWriter.replaceMessage({ ...old, version }, signal);
  // Unrecorded, another change of the old version still fails.
  await attempt(() => messageHistory.remember(old, { kind: 'replaced' }));
  return replacement;
}

async function readNewest(
  { mailStore, messageHistory }: DraftRevisionDependencies,
  message: MessageRef,
  signal: AbortSignal,
): Promise<StoredMessage> {
  try {
    const stored = await mailStore.readMessage(message, signal);
    refuseFate(await messageHistory.find({ ...message, uidValidity: stored.uidValidity }));
    return stored;
  } catch (error) {
    refuseFate(await messageHistory.find(message));
    throw error;
  }
}

function refuseFate(fate: MessageFate | undefined): void {
  if (fate?.kind === 'replaced') throw outdatedVersion();
  if (fate?.kind === 'sent') throw alreadySent();
}
