import type { RequestedFile } from '../../../application/drafts/forwarded-files.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { OCTET_STREAM } from '../../answer/safe-media-type.ts';
import { parseMediaType } from '../../request/files/media-type.ts';
import type { MultipartFiles } from '../../request/files/multipart-files.ts';

type UploadedForm = Pick<MultipartFiles, 'fields' | 'files'>;

const MEMBER = /^files\[([0-9]{1,4})\]\[/;

/**
 * Reads the fields `files[0][text]`, `files[0][type]`, `files[0][blob]`, in index order. A file without content is
 * forwarded. Throws `invalid-document` without files.
 */
export function readUploads(form: UploadedForm): readonly RequestedFile[] {
  const names = [...form.fields.keys(), ...form.files.map(({ field }) => field)];
  const indices = new Set(names.flatMap((name) => MEMBER.exec(name)?.[1] ?? []).map(Number));
  if (indices.size === 0) throw new MailError('invalid-document', { detail: 'The form has no files.' });
  return [...indices].sort((a, b) => a - b).map((index) => readUpload(form, index));
}

function readUpload({ fields, files }: UploadedForm, index: number): RequestedFile {
  const parameter = `files[${index}][blob]`;
  const text = fields.get(`files[${index}][text]`)?.trim() ?? '';
  const type = parseMediaType(fields.get(`files[${index}][type]`) ?? '');
  const [blob, ...others] = files.filter(({ field }) => field === parameter);
  if (others.length > 0) {
    throw new MailError('invalid-document', { parameter, detail: `${parameter} is given more than once.` });
  }
  return {
    fileName: text === '' ? (blob?.fileName ?? '') : text,
    mediaType: type ?? blob?.mediaType ?? OCTET_STREAM,
    content: blob?.content,
    parameter,
  };
}
