/** The files of a form as released clients send it: `files[0][text]`, `files[0][type]`, `files[0][blob]`. */

import { MailError } from '../../../domain/mail-error.ts';
import type { DraftAttachment } from '../../../domain/message-draft.ts';
import { parseMediaType } from '../../request/media-type.ts';
import type { MultipartFiles } from '../../request/multipart-files.ts';

type UploadedForm = Pick<MultipartFiles, 'fields' | 'files'>;

const MEMBER = /^files\[([0-9]{1,4})\]\[/;
/** A name of this length tells which file is meant. */
const MAX_SHOWN_CHARACTERS = 200;

/**
 * The files in the order of their indices; other members and other fields are ignored. Throws `invalid-document` when there are none,
 * and for one without content: that is what clients send when they forward a file, and it must not become an empty one.
 */
export function readUploads(form: UploadedForm): readonly DraftAttachment[] {
  const names = [...form.fields.keys(), ...form.files.map(({ field }) => field)];
  const indices = new Set(names.flatMap((name) => MEMBER.exec(name)?.[1] ?? []).map(Number));
  if (indices.size === 0) throw new MailError('invalid-document', { detail: 'The form has no files.' });
  return [...indices].sort((a, b) => a - b).map((index) => readUpload(form, index));
}

function readUpload({ fields, files }: UploadedForm, index: number): DraftAttachment {
  const text = fields.get(`files[${index}][text]`)?.trim() ?? '';
  const blobs = files.filter(({ field }) => field === `files[${index}][blob]`);
  const [blob] = blobs;
  if (blob === undefined) {
    throw invalid(
      index,
      `The content of ${nameOf(text)} is missing: files[${index}][blob] must be the file.`,
    );
  }
  if (blobs.length > 1) throw invalid(index, `files[${index}][blob] is given more than once.`);
  return {
    fileName: text === '' ? blob.fileName : text,
    mediaType: parseMediaType(fields.get(`files[${index}][type]`) ?? '') ?? blob.mediaType,
    content: blob.content,
  };
}

function nameOf(text: string): string {
  return text === '' ? 'a file' : `"${text.slice(0, MAX_SHOWN_CHARACTERS)}"`;
}

function invalid(index: number, detail: string): MailError {
  return new MailError('invalid-document', { parameter: `files[${index}][blob]`, detail });
}
