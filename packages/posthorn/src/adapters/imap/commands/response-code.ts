/** Response codes that carry uids, such as `[COPYUID 385759 4:5 12:13]` (RFC 4315 §3, RFC 7162 §3.1.3). */
import type { MessageIdentity } from '../../../domain/message-identity.ts';
import { toUid, type Uid } from '../../../domain/uid.ts';
import type { TaggedResponse, UntaggedResponse } from '../imap-connection.ts';
import { fromSequenceSet } from '../sequence-set.ts';
import { keyword, nodeNumber, nodeText, type Token, type TokenNode } from '../tokens.ts';

/** What the messages of a COPYUID code are in their new mailbox, by their old uids; empty for other answers. */
export function copiedUids(response: TaggedResponse | UntaggedResponse): ReadonlyMap<Uid, MessageIdentity> {
  const [code, uidValidity, from, to] = sectionOf(response);
  const copies = new Map<Uid, MessageIdentity>();
  if (keyword(code) !== 'COPYUID') return copies;
  const sources = fromSequenceSet(nodeText(from) ?? '');
  const targets = fromSequenceSet(nodeText(to) ?? '');
  // Sets of different sizes cannot be paired; a wrong pair would be another message.
  if (sources.length !== targets.length) return copies;
  for (const [index, uid] of targets.entries()) {
    copies.set(sources[index] as Uid, { uid, uidValidity: nodeNumber(uidValidity) ?? 0 });
  }
  return copies;
}

/** What an appended message is in its mailbox, from an APPENDUID code. */
export function appendedIdentity(response: TaggedResponse): MessageIdentity | undefined {
  const [code, uidValidity, uid] = sectionOf(response);
  const stored = keyword(code) === 'APPENDUID' ? toUid(nodeNumber(uid) ?? 0) : undefined;
  return stored && { uid: stored, uidValidity: nodeNumber(uidValidity) ?? 0 };
}

/** True for a MODIFIED code: a condition of UNCHANGEDSINCE did not hold. */
export function tellsModified(response: TaggedResponse): boolean {
  return keyword(sectionOf(response)[0]) === 'MODIFIED';
}

function sectionOf({ attributes }: TaggedResponse | UntaggedResponse): readonly TokenNode[] {
  return (attributes[0] as Token | null | undefined)?.section ?? [];
}
