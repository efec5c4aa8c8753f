import type { PreviewOptions } from '../../../domain/messages/message-query.ts';
import { Turns } from '../../../domain/values/turns.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { TextPortion } from '../../../message/texts/body-texts.ts';
import {
  furtherPortions,
  lastPortions,
  type PreviewPortions,
  previewPortions,
  toPreview,
} from '../../../message/texts/part-previews.ts';
import { partStart } from '../fetch/fetch-items.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { type FetchRequest, fetchTogether } from '../fetch/fetched-messages.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** Messages and structures. */
export interface PreviewRequest {
  readonly messages: readonly Pick<FetchedMessage, 'uid' | 'structure'>[];
  readonly preview: PreviewOptions;
}

/** FETCHes in flight: hostile mail has a path per message. */
const MAX_TOGETHER = 16;

/** They need 4 MB. */
const MAX_LAST_TOGETHER = 16;

interface Reading {
  readonly uid: Uid;
  readonly portions: readonly TextPortion[];
}

type Parts = ReadonlyMap<string, Uint8Array>;
type Contents = ReadonlyMap<Uid, Parts>;

const WITHOUT_TEXT: PreviewPortions = { first: null, more: [] };
const NO_PARTS: Parts = new Map();

/**
 * Previews by uid, empty without text. One round trip; two for long HTML styles, more above 64 KB. Cacheable.
 */
export async function readPreviews(
  session: ImapSession,
  { messages, preview }: PreviewRequest,
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, string>> {
  const plans = messages.map(({ uid, structure }) => ({
    uid,
    plan: structure ? previewPortions(structure, preview) : WITHOUT_TEXT,
  }));
  const beginnings = plans.map(({ uid, plan }) => ({ uid, portions: plan.first ? [plan.first] : [] }));
  const first = await readPortions(session, beginnings, signal);
  const early = await toPreviews(beginnings, first, preview);
  const further = plans.map(({ uid, plan }) => {
    const octets = first.get(uid)?.get(plan.first?.part.path ?? '');
    return { uid, portions: furtherPortions(plan, { octets, text: early.get(uid) ?? '' }, preview) };
  });
  const second = await readPortions(session, further, signal);
  const late = await toPreviews(further, second, preview);
  const last = further
    .filter(({ uid }) => late.get(uid) === '' && early.get(uid) === '')
    .map(({ uid, portions }) => ({ uid, portions: lastPortions(portions, second.get(uid) ?? NO_PARTS) }))
    .filter(({ portions }) => portions.length > 0);
  const found = [...late, ...(await readLast(session, { last, preview }, signal))];
  return new Map([...early, ...found.filter(([, text]) => text !== '')]);
}

async function readLast(
  session: ImapSession,
  { last, preview }: { readonly last: readonly Reading[]; readonly preview: PreviewOptions },
  signal: AbortSignal,
): Promise<readonly (readonly [Uid, string])[]> {
  const previews: (readonly [Uid, string])[] = [];
  for (let start = 0; start < last.length; start += MAX_LAST_TOGETHER) {
    const readings = last.slice(start, start + MAX_LAST_TOGETHER);
    const contents = await readPortions(session, readings, signal);
    previews.push(...(await toPreviews(readings, contents, preview)));
  }
  return previews;
}

async function toPreviews(
  readings: readonly Reading[],
  contents: Contents,
  preview: PreviewOptions,
): Promise<ReadonlyMap<Uid, string>> {
  const previews = new Map<Uid, string>();
  const turns = new Turns();
  for (const { uid, portions } of readings) {
    const parts = portions.length === 0 ? NO_PARTS : contents.get(uid);
    if (parts) previews.set(uid, toPreview(portions, parts, preview));
    await turns.take();
  }
  return previews;
}

/** By uid and path; equal portions share a FETCH. */
async function readPortions(
  session: ImapSession,
  readings: readonly Reading[],
  signal: AbortSignal,
): Promise<Contents> {
  const requests = toRequests(readings);
  const contents = new Map<Uid, Parts>();
  for (let start = 0; start < requests.length; start += MAX_TOGETHER) {
    const fetched = await fetchTogether(session, requests.slice(start, start + MAX_TOGETHER), signal);
    for (const { uid, parts } of fetched.values()) contents.set(uid, parts);
  }
  return contents;
}

function toRequests(readings: readonly Reading[]): readonly FetchRequest[] {
  const requests = new Map<string, { readonly uids: Uid[]; readonly items: FetchRequest['items'] }>();
  for (const { uid, portions } of readings) {
    if (portions.length === 0) continue;
    const items = portions.map(({ part, octets }) => partStart(part.path, octets));
    const key = JSON.stringify(items);
    const request = requests.get(key) ?? { uids: [], items };
    request.uids.push(uid);
    requests.set(key, request);
  }
  return [...requests.values()];
}
