/** Kinds of work with a mail of its own, each of which says in the end what must be there of it. */
import { documentOf } from '../../store-node.ts';
import type { BalancedAnswer } from './balanced-client.ts';
import { messagesOf, type SoakedAccount } from './soaked-account.ts';

const SUBJECT_FIELDS = '?fields%5BMessageItem%5D=subject';
const MAX_SAVES = 3;
/** Of a folder; the API has pages of this size. */
const PAGE = 200;

/** Creates a draft, with a key or without, and saves it a few times, until an answer is missing. */
export async function writeDraft(account: SoakedAccount): Promise<void> {
  const subject = account.newSubject();
  const textOf = (save: number) => `${subject} Save ${save}`;
  const hasKey = account.random() < 0.6;
  let [confirmed, attempted, end] = [0, 1, 'nothing'];
  account.claims.push({
    subject,
    title: () =>
      `draft ${subject} ${hasKey ? 'with' : 'without'} a key, saved ${confirmed} of ${attempted}: ${end}`,
    problems({ mailboxes }) {
      const { Drafts = [], ...others } = mailboxes;
      const possible = [confirmed, attempted].map(textOf);
      const isKept = confirmed === 0 || Drafts.some((each) => possible.includes(each));
      // Of a save without an answer, the version before may be left.
      const isOnce = Drafts.length <= (confirmed === attempted || confirmed === 0 ? 1 : 2);
      return isKept && isOnce && Object.keys(others).length === 0 ? [] : [JSON.stringify(mailboxes)];
    },
  });
  const path = `${messagesOf(account, 'Drafts')}${SUBJECT_FIELDS}`;
  const attributes = (save: number) => ({ subject: textOf(save), textPlain: textOf(save), to: [] });
  const created = { method: 'POST', path, body: documentOf('MessageItem', attributes(1)) };
  const answer = hasKey
    ? await account.persist({ ...created, headers: { 'idempotency-key': keyOf(subject) } })
    : await account.ask(created);
  end = `created ${answer.status}`;
  if (answer.outcome !== 'done') return;
  confirmed = 1;
  let id: string = answer.document.data.id;
  const saves = Math.floor(account.random() * (MAX_SAVES + 1));
  for (let save = 2; save <= saves + 1; save += 1) {
    attempted = save;
    const body = documentOf('MessageItem', attributes(save), id);
    const saved = await account.ask({ method: 'PATCH', path: `/MessageItems/${id}${SUBJECT_FIELDS}`, body });
    end = `saved ${saved.status}`;
    if (saved.outcome !== 'done') return;
    confirmed = save;
    id = saved.document.data.id;
  }
}

/** Sends a mail, as a draft or in one request, and repeats that with its key until it is told what became of it. */
export async function sendMail(account: SoakedAccount): Promise<void> {
  const subject = account.newSubject();
  const isComposed = account.random() < 0.5;
  let end = 'not begun';
  account.claims.push({
    subject,
    title: () => `mail ${subject} sent ${isComposed ? 'in one request' : 'as a draft'}: ${end}`,
    problems({ mailboxes, taken }) {
      const copies = Object.values(mailboxes).flat().length;
      const isRight =
        {
          'not begun': taken === 0 && copies <= 1,
          done: taken === 1 && copies === 1,
          uncertain: taken <= 1 && copies === 1,
          gone: taken === 1 && copies === 1,
        }[end] ??
        (taken <= 1 && copies <= 1);
      return isRight ? [] : [`taken ${taken} times: ${JSON.stringify(mailboxes)}`];
    },
  });
  const attributes = { subject, textPlain: subject, to: [{ address: 'bob@example.com' }] };
  const body = documentOf('MessageItem', attributes);
  const drafts = messagesOf(account, 'Drafts');
  const headers = { 'idempotency-key': `send-${keyOf(subject)}` };
  if (isComposed) {
    end = 'no answer';
    end = endOf(await account.persist({ method: 'POST', path: `${drafts}/send`, body, headers }));
    return;
  }
  const key = { 'idempotency-key': keyOf(subject) };
  const created = await account.persist({
    method: 'POST',
    path: `${drafts}${SUBJECT_FIELDS}`,
    body,
    headers: key,
  });
  if (created.outcome !== 'done') return;
  end = 'no answer';
  const path = `/MessageItems/${created.document.data.id}/send`;
  end = endOf(await account.persist({ method: 'POST', path, headers }));
}

/** Delivers a message, and moves it; repeats that until it is done. */
export async function moveMail(account: SoakedAccount): Promise<void> {
  const subject = account.newSubject();
  let end = 'not begun';
  account.claims.push({
    subject,
    title: () => `moved ${subject}: ${end}`,
    problems({ mailboxes }) {
      const { INBOX = [], Archive = [] } = mailboxes;
      const count = Object.values(mailboxes).flat().length;
      const isThere = {
        'not begun': INBOX.length === 1,
        done: Archive.length === 1,
        'no answer': INBOX.length + Archive.length === 1,
        // An attempt without an answer had moved it.
        gone: Archive.length === 1,
      }[end];
      return isThere && count === 1 ? [] : [JSON.stringify(mailboxes)];
    },
  });
  await account.deliver(subject);
  account.inInbox.add(subject);
  const found = await account.ask({
    path: `${messagesOf(account, 'INBOX')}?filter%5Bsubject%5D=${encodeURIComponent(subject)}`,
  });
  if (found.outcome !== 'done') return;
  const id: string | undefined = found.document.data[0]?.id;
  if (id === undefined) {
    account.problems.push(`${subject} was delivered, and is not found: ${found.text.slice(0, 300)}`);
    return;
  }
  account.inInbox.delete(subject);
  end = 'no answer';
  const body = JSON.stringify({
    data: {
      ...{ type: 'MessageItem', id },
      relationships: { MailFolder: { data: { type: 'MailFolder', id: `${account.id}.Archive` } } },
    },
  });
  const request = { method: 'PATCH', path: `/MessageItems/${id}${SUBJECT_FIELDS}`, body };
  end = endOf(await account.persist(request));
  if (end === 'done' || end === 'gone') account.left.add(subject);
}

/** Lists INBOX, which must show what is known to be there, once, and nothing that has left. */
export async function listInbox(account: SoakedAccount): Promise<void> {
  const path = `${messagesOf(account, 'INBOX')}${SUBJECT_FIELDS}&page%5Blimit%5D=${PAGE}`;
  const answer = await account.ask({ path });
  if (answer.outcome !== 'done') return;
  const rows = answer.document.data as readonly {
    readonly id: string;
    readonly attributes: { subject: string };
  }[];
  const subjects = rows.map(({ attributes }) => attributes.subject);
  const seen = new Set(subjects);
  const missing = rows.length < PAGE ? [...account.inInbox].filter((subject) => !seen.has(subject)) : [];
  const stale = [...account.left].filter((subject) => seen.has(subject));
  const isDoubled = seen.size < subjects.length || new Set(rows.map(({ id }) => id)).size < rows.length;
  if (missing.length + stale.length > 0 || isDoubled) {
    const told = JSON.stringify({ missing, stale, isDoubled, subjects });
    account.problems.push(`the list of ${account.user} is wrong: ${told.slice(0, 1_000)}`);
  }
}

function keyOf(subject: string): string {
  return subject.replaceAll(' ', '-');
}

function endOf({ outcome, text }: BalancedAnswer): string {
  if (text.includes('submission-uncertain')) return 'uncertain';
  if (outcome === 'done') return 'done';
  return outcome === 'refused' ? 'gone' : 'no answer';
}
