import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MESSAGES, PLAIN, startV1Server, V1, type V1Server } from '../v1-server.ts';

let server: V1Server;
before(async () => {
  server = await startV1Server();
});
after(() => server.close());

const FILES = `${MESSAGES}/3/Attachments`;
const CONTENT = `${FILES}/3/content`;

describe('GET Attachments of v1', () => {
  it('describes the files without their contents', async () => {
    server.commands();
    const { data } = (await server.get(`${FILES}?relfield:fields[Attachment]=-MessageItem`)).json();
    const message = data[0].id.slice(0, -'.2'.length);
    const address = `http://mail.test${V1}/Attachments/${message}`;

    assert.deepEqual(data, [
      {
        type: 'Attachment',
        id: `${message}.2`,
        attributes: {
          name: 'numbers.csv',
          contentType: 'text/csv',
          size: 9,
          inline: false,
          downloadUrl: `${address}.2/content`,
        },
        links: { self: `${address}.2` },
        meta: { sizeIsEstimate: true },
      },
      {
        type: 'Attachment',
        id: `${message}.3`,
        attributes: {
          name: 'größe.bin',
          contentType: 'application/octet-stream',
          size: 12,
          inline: false,
          downloadUrl: `${address}.3/content`,
        },
        links: { self: `${address}.3` },
        meta: { sizeIsEstimate: true },
      },
    ]);
    assert.ok(server.commands().every((line) => !line.includes('BODY.PEEK[2]')));
  });

  it('knows the sizes of files that were counted', async () => {
    const own = await startV1Server();
    const read = async () => {
      const answer = await own.get(`${FILES}/3?fields[Attachment]=size`);
      const { attributes, meta } = answer.json().data;
      return [attributes, meta];
    };
    const before = await read();
    await own.get(CONTENT, { range: 'bytes=0-1' });
    const after = await read();
    await own.close();

    assert.deepEqual(
      [before, after],
      [
        [{ size: 12 }, { sizeIsEstimate: true }],
        [{ size: 10 }, undefined],
      ],
    );
  });

  it('says nothing of the size where it is not selected', async () => {
    const { data } = (await server.get(`${FILES}/2?fields[Attachment]=name`)).json();

    assert.equal(data.meta, undefined);
  });

  for (const part of ['9', '1', '0', '2-0000000000000000', '2.', 'constructor', '1.1.1.1']) {
    it(`answers 404 for the part ${part}`, async () => {
      const answers = await Promise.all([
        server.get(`${FILES}/${part}`),
        server.get(`${FILES}/${part}/content`),
      ]);

      assert.deepEqual(
        answers.map((answer) => [answer.statusCode, answer.json().errors[0].code]),
        [
          [404, 'attachment-unknown'],
          [404, 'attachment-unknown'],
        ],
      );
    });
  }
});

describe('GET content of an attachment', () => {
  it('sends the decoded octets as a file that a browser saves', async () => {
    const answer = await server.get(CONTENT);

    assert.deepEqual([answer.statusCode, answer.body], [200, '0123456789']);
    assert.equal(answer.headers['accept-ranges'], 'bytes');
    assert.equal(answer.headers['content-type'], 'application/octet-stream');
    assert.match(String(answer.headers['content-disposition']), /^attachment; .*gr%C3%B6%C3%9Fe\.bin$/);
    assert.equal(answer.headers['content-security-policy'], "sandbox; default-src 'none'");
  });

  const RANGES: readonly (readonly [string, string, string])[] = [
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-5', '2345', 'bytes 2-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-300', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-300', '89', 'bytes 8-9/10'],
  ];
  for (const [range, body, contentRange] of RANGES) {
    it(`sends one range: ${range}`, async () => {
      const answer = await server.get(CONTENT, { range });

      assert.deepEqual(
        [answer.statusCode, answer.body, answer.headers['content-range'], answer.headers['content-length']],
        [206, body, contentRange, String(body.length)],
      );
    });
  }

  for (const range of ['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'lines=1-2', 'nonsense']) {
    it(`sends the whole file for ${range}`, async () => {
      const answer = await server.get(CONTENT, { range });

      assert.deepEqual([answer.statusCode, answer.body], [200, '0123456789']);
    });
  }

  for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
    it(`answers 416 with the size for ${range}`, async () => {
      const answer = await server.get(CONTENT, { range });

      assert.deepEqual([answer.statusCode, answer.headers['content-range']], [416, 'bytes */10']);
      assert.deepEqual([answer.headers['content-type'], answer.headers.etag], [PLAIN, undefined]);
      assert.deepEqual(answer.json().errors[0].source, { header: 'Range' });
    });
  }

  it('goes on with a download only when the file is the same', async () => {
    const { headers } = await server.get(CONTENT);
    const same = await server.get(CONTENT, { range: 'bytes=5-', 'if-range': String(headers.etag) });
    const other = await server.get(CONTENT, { range: 'bytes=5-', 'if-range': '"other"' });

    assert.deepEqual([same.statusCode, other.statusCode], [206, 200]);
  });

  it('counts a file once', async () => {
    const fresh = await startV1Server();
    await fresh.get(CONTENT, { range: 'bytes=0-1' });
    const first = fresh.commands().filter((line) => line.includes('BODY.PEEK[3]'));
    await fresh.get(CONTENT, { range: 'bytes=2-3' });
    const second = fresh.commands().filter((line) => line.includes('BODY.PEEK[3]'));
    await fresh.close();

    assert.deepEqual([first.length, second.length], [2, 1]);
  });

  it('reads nothing for a client that has the file', async () => {
    const { headers } = await server.get(CONTENT);
    server.commands();

    const answer = await server.get(CONTENT, { 'if-none-match': String(headers.etag) });

    assert.equal(answer.statusCode, 304);
    assert.ok(server.commands().every((line) => !line.includes('BODY.PEEK[3]')));
  });

  it('is not of a message that has another uidValidity', async () => {
    const answer = await server.get(`${MESSAGES}/5.3/Attachments/3/content`);

    assert.equal(answer.statusCode, 410);
  });
});
