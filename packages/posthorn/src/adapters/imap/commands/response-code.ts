/** Response codes that carry data, such as `[COPYUID 385759 4 12]` (RFC 4315 §3). */
import { toUid, type Uid } from '../../../domain/uid.ts';
import type { TaggedResponse, UntaggedResponse } from '../imap-connection.ts';
import { keyword, nodeNumber, type Token } from '../tokens.ts';

/** The uid that a message got in its new mailbox, from a COPYUID code about one message. */
export function copiedUid(response: TaggedResponse | UntaggedResponse): Uid | undefined {
  return uidOfCode(response, 'COPYUID', 3);
}

/** The uid that an appended message got, from an APPENDUID code. */
export function appendedUid(response: TaggedResponse): Uid | undefined {
  return uidOfCode(response, 'APPENDUID', 2);
}

function uidOfCode(
  response: TaggedResponse | UntaggedResponse,
  code: string,
  index: number,
): Uid | undefined {
  const section = (response.attributes[0] as Token | null | undefined)?.section;
  return keyword(section?.[0]) === code ? toUid(nodeNumber(section?.[index]) ?? 0) : undefined;
}
