import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import {
  createAttachments,
  MAX_LISTED_CONTENT_OCTETS,
} from '../../../src/application/attachments/attachments.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { AttachmentId } from '../../../src/domain/messages/attachment-id.ts';
import { formatAttachmentId, parseAttachmentId } from '../../../src/domain/messages/attachment-id.ts';
import {
  file,
  InMemoryMailStore,
  mailbox,
  mailboxName,
  message,
  type StoredFile,
  uid,
} from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';

const SIGNAL = new AbortController().signal;
const MESSAGE = {
  account: accountOf(passwordLogin(JANE, 'secret')),
  mailbox: mailboxName('INBOX'),
  uid: uid(7),
};

function createStore(files: readonly StoredFile[]): InMemoryMailStore {
  return new InMemoryMailStore([{ mailbox: mailbox('INBOX'), messages: [message({ uid: 7, files })] }]);
}

function idOf({ attachment }: StoredFile): AttachmentId {
  const id = parseAttachmentId(formatAttachmentId(attachment));
  assert.ok(id);
  return id;
}

/** A file whose content is longer than the server says. */
function lyingFile(part: string, octets: number): StoredFile {
  return file({ part }, Buffer.alloc(octets));
}

describe('Attachments.listWithContent', () => {
  it('carries the decoded contents', async () => {
    const stored = file();
    const attachments = createAttachments({ mailStore: createStore([stored]) });

    assert.deepEqual(await attachments.listWithContent(MESSAGE, SIGNAL), [stored]);
  });

  it('carries what is shown inside the body too, for nothing else gives access to it', async () => {
    const stored = file({ isInline: true });
    const attachments = createAttachments({ mailStore: createStore([stored]) });

    assert.deepEqual(await attachments.listWithContent(MESSAGE, SIGNAL), [stored]);
  });

  it('does not open a file that is larger than the room which is left, and goes on with smaller ones', async () => {
    const large = file({ part: '2', encoding: 'binary', encodedOctets: MAX_LISTED_CONTENT_OCTETS + 1 });
    const small = file({ part: '3' });
    const mailStore = createStore([large, small]);

    const listed = await createAttachments({ mailStore }).listWithContent(MESSAGE, SIGNAL);

    assert.deepEqual(
      listed.map(({ content }) => content?.length),
      [undefined, 5],
    );
    assert.deepEqual(mailStore.calls, ['listAttachments', 'openAttachment 3']);
  });

  it('carries the contents of a hundred files, each of which is asked of the mail server', async () => {
    const files = Array.from({ length: 150 }, (_, index) => file({ part: String(index + 2) }));
    const mailStore = createStore(files);

    const listed = await createAttachments({ mailStore }).listWithContent(MESSAGE, SIGNAL);

    assert.deepEqual([listed.length, listed.filter(({ content }) => content !== null).length], [150, 100]);
    assert.deepEqual(
      [mailStore.calls.length, mailStore.calls[0], mailStore.calls.at(-1)],
      // The sizes of the others.
      [102, 'listAttachments', 'listAttachments'],
    );
  });

  it('gives a content up that turns out longer than the room which is left', async () => {
    const files = [lyingFile('2', MAX_LISTED_CONTENT_OCTETS - 10), lyingFile('3', 11), lyingFile('4', 10)];
    const attachments = createAttachments({ mailStore: createStore(files) });

    const listed = await attachments.listWithContent(MESSAGE, SIGNAL);

    assert.deepEqual(
      listed.map(({ content }) => content?.length),
      [MAX_LISTED_CONTENT_OCTETS - 10, undefined, 10],
    );
  });
});

describe('Attachments.open', () => {
  it('opens the file with the id after the parts were renumbered', async () => {
    const before = file({ part: '3' });
    const attachments = createAttachments({ mailStore: createStore([file({ part: '2' })]) });

    const { stream } = await attachments.open({ ...MESSAGE, id: idOf(before) }, SIGNAL);

    assert.equal(await text(stream), 'hello');
  });

  it('fails for a file that the message does not have', async () => {
    const attachments = createAttachments({ mailStore: createStore([file({ fileName: 'b.txt' })]) });

    await assert.rejects(attachments.open({ ...MESSAGE, id: idOf(file()) }, SIGNAL), {
      code: 'attachment-unknown',
    });
  });

  it('destroys the stream when the request was aborted while it was opened', async () => {
    const stored = file();
    const mailStore = createStore([stored]);
    const stream = Readable.from(['hello']);
    const aborting = new AbortController();
    mailStore.openAttachment = async () => {
      aborting.abort(new Error('gone'));
      return { attachment: stored.attachment, stream };
    };

    await assert.rejects(
      createAttachments({ mailStore }).open({ ...MESSAGE, id: idOf(stored) }, aborting.signal),
      /gone/,
    );
    assert.equal(stream.destroyed, true);
  });
});

describe('Attachments.list', () => {
  it('describes the files without opening any', async () => {
    const stored = file();
    const mailStore = createStore([stored]);

    const listed = await createAttachments({ mailStore }).list(MESSAGE, SIGNAL);

    assert.deepEqual(listed, [stored.attachment]);
    assert.deepEqual(mailStore.calls, ['listAttachments']);
  });
});

describe('Attachments.getPart', () => {
  it('gives the file in the part', async () => {
    const stored = file({ part: '2.1' });
    const attachments = createAttachments({ mailStore: createStore([file(), stored]) });

    assert.equal(await attachments.getPart({ ...MESSAGE, part: '2.1' }, SIGNAL), stored.attachment);
  });

  it('fails for a part that is no attachment', async () => {
    const attachments = createAttachments({ mailStore: createStore([file()]) });

    await assert.rejects(attachments.getPart({ ...MESSAGE, part: '1' }, SIGNAL), {
      code: 'attachment-unknown',
    });
  });
});

describe('Attachments.measure', () => {
  it('counts the decoded octets once and remembers them', async () => {
    const stored = file();
    const mailStore = createStore([stored]);
    const attachments = createAttachments({ mailStore });

    const countedOctets = async () =>
      (await attachments.list(MESSAGE, SIGNAL)).map((attachment) => attachment.countedOctets);

    const before = await countedOctets();
    const sizes = [
      await attachments.measure({ ...MESSAGE, attachment: stored.attachment }, SIGNAL),
      await attachments.measure({ ...MESSAGE, attachment: stored.attachment }, SIGNAL),
    ];

    assert.deepEqual([before, sizes, await countedOctets()], [[undefined], [5, 5], [5]]);
    assert.deepEqual(mailStore.calls, ['listAttachments', 'openAttachment 2', 'listAttachments']);
  });

  it('knows the sizes of what a list has carried', async () => {
    const attachments = createAttachments({ mailStore: createStore([file()]) });
    await attachments.listWithContent(MESSAGE, SIGNAL);

    const [attachment] = await attachments.list(MESSAGE, SIGNAL);

    assert.equal(attachment?.countedOctets, 5);
  });
});
