/** UID FETCH: items of messages that are named by their uids (RFC 9051 §6.4.5, §7.5.2). */
import type { BodyPart } from '../../../domain/body-structure.ts';
import { toUid, type Uid } from '../../../domain/uid.ts';
import { parseBodyStructure } from '../body-structure-parser.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { toSequenceSets } from '../sequence-set.ts';
import {
  isList,
  keyword,
  nodeNumber,
  nodeOctets,
  nodeText,
  sequence,
  type Token,
  type TokenNode,
} from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';
import { readThreadId } from './thread-id.ts';

/** What a server said about one message; members that were not asked for are undefined. */
export interface FetchedMessage {
  readonly uid: Uid;
  /** Flags as sent, such as `\Seen`. */
  readonly flags?: readonly string[];
  readonly size?: number;
  /** The mod-sequence of its latest change (RFC 7162 §3.1), a decimal of up to 63 bits. */
  readonly modSeq?: string;
  /** As sent: `17-Jul-1996 02:44:25 -0700`. */
  readonly internalDate?: string;
  readonly structure?: BodyPart;
  /** The server's preview; null where it has none (yet). */
  readonly preview?: string | null;
  /** The id of its conversation; null where the server has none. */
  readonly threadId?: string | null;
  /** The octets of the header fields asked for. */
  readonly header?: Buffer;
  /** Part specifier -> octets. */
  readonly parts: ReadonlyMap<string, Buffer>;
}

/**
 * The messages among `uids` that exist, by uid. Answers about other messages are dropped: the asked uid is
 * compared with each answer, for a broken server would otherwise show one message as another.
 */
export async function fetchMessages(
  runner: CommandRunner,
  { uids, items }: { uids: readonly Uid[]; items: readonly TokenNode[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, FetchedMessage>> {
  const asked = new Set<Uid>(uids);
  const messages = new Map<Uid, FetchedMessage>();
  for (const set of toSequenceSets(uids)) {
    const responses: UntaggedResponse[] = [];
    const collect = (response: UntaggedResponse) => {
      responses.push(response);
    };
    await runner.run(
      { name: 'UID FETCH', arguments: [sequence(set), items], untagged: { FETCH: collect } },
      signal,
    );
    for (const message of responses.map(readFetched)) {
      // A response beyond the one that was asked for tells of a flag that another client changed.
      if (!message || !asked.has(message.uid) || messages.has(message.uid)) runner.noteNews();
      if (message && asked.has(message.uid))
        messages.set(message.uid, merge(messages.get(message.uid), message));
    }
  }
  return messages;
}

/** A server may answer in several FETCH responses, such as one for the data and one for a changed flag. */
function merge(earlier: FetchedMessage | undefined, later: FetchedMessage): FetchedMessage {
  if (!earlier) return later;
  return { ...earlier, ...later, parts: new Map([...earlier.parts, ...later.parts]) };
}

type MutableMessage = { -readonly [Member in keyof FetchedMessage]?: FetchedMessage[Member] };

/** The message of one FETCH response; undefined when it tells no uid. */
export function readFetched({ attributes }: UntaggedResponse): FetchedMessage | undefined {
  const nodes = attributes[1];
  if (!isList(nodes)) return undefined;
  const message: MutableMessage = {};
  const parts = new Map<string, Buffer>();
  for (let index = 0; index + 1 < nodes.length; index += 2) {
    readItem(message, parts, { name: nodes[index] ?? null, value: nodes[index + 1] ?? null });
  }
  return message.uid === undefined ? undefined : { ...message, uid: message.uid, parts };
}

function readItem(
  message: MutableMessage,
  parts: Map<string, Buffer>,
  { name, value }: { name: TokenNode; value: TokenNode },
): void {
  switch (keyword(name)) {
    case 'UID':
      setDefined(message, 'uid', toUid(nodeNumber(value) ?? 0));
      break;
    case 'FLAGS':
      message.flags = isList(value) ? value.map((flag) => nodeText(flag) ?? '') : [];
      break;
    case 'RFC822.SIZE':
      setDefined(message, 'size', nodeNumber(value));
      break;
    case 'MODSEQ':
      setDefined(message, 'modSeq', isList(value) ? (nodeText(value[0]) ?? undefined) : undefined);
      break;
    case 'INTERNALDATE':
      message.internalDate = nodeText(value) ?? '';
      break;
    case 'BODYSTRUCTURE':
      message.structure = parseBodyStructure(value);
      break;
    case 'PREVIEW':
      message.preview = nodeText(value);
      break;
    case 'THREADID':
    case 'X-GM-THRID':
      message.threadId = readThreadId(value);
      break;
    case 'BODY':
      readSection(message, parts, { section: (name as Token).section ?? [], value });
      break;
  }
}

function readSection(
  message: MutableMessage,
  parts: Map<string, Buffer>,
  { section, value }: { section: readonly TokenNode[]; value: TokenNode },
): void {
  const octets = nodeOctets(value);
  if (octets === null) return;
  const path = keyword(section[0]);
  if (path === 'HEADER.FIELDS') message.header = octets;
  else parts.set(path, octets);
}

function setDefined<Member extends keyof FetchedMessage>(
  message: MutableMessage,
  member: Member,
  value: FetchedMessage[Member] | undefined,
): void {
  if (value !== undefined) message[member] = value;
}
