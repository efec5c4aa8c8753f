import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bufferSource } from '../../../../src/domain/values/buffer-source.ts';
import type { MultipartFile } from '../../../../src/http/request/files/multipart-files.ts';
import { readUploads } from '../../../../src/http/v0/attachments/upload-request.ts';
import { thrownBy } from '../../../support/domain-values.ts';

const content = { ...bufferSource(Buffer.from('hello')), release: async () => undefined };

function blob(field: string, values: Partial<MultipartFile> = {}): MultipartFile {
  return { field, fileName: 'part.bin', mediaType: 'image/gif', content, ...values };
}

function read(fields: Readonly<Record<string, string>>, files: readonly MultipartFile[]) {
  return readUploads({ fields: new Map(Object.entries(fields)), files });
}

describe('readUploads', () => {
  it('reads name, type and content, and nothing else', () => {
    const fields = {
      'files[0][text]': 'plan.pdf',
      'files[0][type]': 'application/pdf',
      'files[0][localId]': 'gmail-Drafts-1-2',
      'files[0][id]': 'undefined',
      other: 'x',
    };

    assert.deepEqual(read(fields, [blob('other'), blob('files[0][blob]')]), [
      { fileName: 'plan.pdf', mediaType: 'application/pdf', content, parameter: 'files[0][blob]' },
    ]);
  });

  it('has name and type from the part where the fields do not say them', () => {
    const fields = { 'files[0][text]': ' ', 'files[0][type]': 'undefined' };

    assert.deepEqual(read(fields, [blob('files[0][blob]')]), [
      { fileName: 'part.bin', mediaType: 'image/gif', content, parameter: 'files[0][blob]' },
    ]);
  });

  it('reads several files in the order of their indices', () => {
    const files = [blob('files[10][blob]'), blob('files[2][blob]')];

    const names = read({ 'files[10][text]': 'last', 'files[2][text]': 'first' }, files);

    assert.deepEqual(
      names.map(({ fileName }) => fileName),
      ['first', 'last'],
    );
  });

  it('takes an empty file for a file', () => {
    const empty = { ...bufferSource(Buffer.alloc(0)), release: async () => undefined };

    const [file] = read({}, [blob('files[0][blob]', { content: empty })]);

    assert.equal(file?.content?.length, 0);
  });

  it('reads a file without content, which is what a client sends that forwards one', () => {
    const fields = { 'files[1][text]': 'plan.pdf', 'files[1][file]': 'null' };

    const [, file] = read(fields, [blob('files[0][blob]')]);

    assert.deepEqual(file, {
      fileName: 'plan.pdf',
      mediaType: 'application/octet-stream',
      content: undefined,
      parameter: 'files[1][blob]',
    });
  });

  it('refuses two contents for one file', () => {
    const files = [blob('files[0][blob]'), blob('files[0][blob]')];

    assert.equal(thrownBy(() => read({}, files)).details.parameter, 'files[0][blob]');
  });

  for (const [title, fields, files] of [
    ['nothing', {}, []],
    ['other names', { text: 'x' }, [blob('file[0][0]'), blob('data[0][blob]')]],
    ['an index that is none', { 'files[-1][text]': 'x', 'files[99999][text]': 'y', 'files[]': 'z' }, []],
  ] as const) {
    it(`refuses a form with ${title}`, () => {
      assert.equal(thrownBy(() => read(fields, files)).message, 'The form has no files.');
    });
  }
});
