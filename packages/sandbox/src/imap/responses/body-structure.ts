import { headerValue } from '../../message/header-block.ts';
import type { MimePart } from '../../message/mime-part.ts';
import { parseParameterizedValue } from '../../message/parameterized-value.ts';
import type { OctetText } from '../../octet-text.ts';
import type { AnswerQuirks, StructureForm } from '../session/answer-quirks.ts';
import { wireNstring, wireString } from '../wire/wire-text.ts';
import { formatEnvelope } from './envelope.ts';

const LINE_FEED = 0x0a;
/** A multipart shows at least one part, as in Dovecot. */
const EMPTY_PART = '("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 0 0';

/** A structure's form. */
export interface StructureStyle {
  readonly form: StructureForm;
  readonly describePart?: AnswerQuirks['describePart'];
}

/** RFC 3501 §7.4.2. Recursion is safe: the parser stops at 100 levels. */
export function formatBodyStructure(part: MimePart, style: StructureStyle): OctetText {
  return formatPart(part, { ...style, isNested: false });
}

interface PartStyle extends StructureStyle {
  readonly isNested: boolean;
}

function formatPart(part: MimePart, style: PartStyle): OctetText {
  const described = style.describePart?.({ part, form: style.form, isNested: style.isNested });
  if (described !== undefined) return described;
  const inner = { ...style, isNested: true };
  const fields = part.type === 'multipart' ? multipartFields(part, inner) : singlePartFields(part, inner);
  return `(${fields.join(' ')})`;
}

function multipartFields(part: MimePart, style: PartStyle): readonly OctetText[] {
  const children = part.children.map((child) => formatPart(child, style)).join('');
  const { form } = style;
  const emptyPart = `${EMPTY_PART}${form === 'BODY' ? '' : ' NIL NIL NIL NIL'})`;
  const fields = [children || emptyPart, wireString(part.subtype)];
  if (form === 'BODY') return fields;
  return [...fields, formatParameters(part.contentType.parameters), ...dispositionFields(part)];
}

function singlePartFields(part: MimePart, style: PartStyle): readonly OctetText[] {
  const field = (name: string) => wireNstring(headerValue(part.header, name));
  const encoding = headerValue(part.header, 'content-transfer-encoding');
  const fields = [
    wireString(part.type),
    wireString(part.subtype),
    formatParameters(withDefaultCharset(part)),
    field('content-id'),
    field('content-description'),
    wireString(encoding === undefined || encoding === '' ? '7bit' : encoding),
    String(part.bodyEnd - part.bodyStart),
    ...typeFields(part, style),
  ];
  return style.form === 'BODY' ? fields : [...fields, field('content-md5'), ...dispositionFields(part)];
}

function typeFields(part: MimePart, style: PartStyle): readonly OctetText[] {
  if (part.message !== undefined) {
    const inner = [formatEnvelope(part.message.header), formatPart(part.message, style)];
    return [...inner, countLines(part)];
  }
  return part.type === 'text' ? [countLines(part)] : [];
}

function countLines(part: MimePart): OctetText {
  const body = part.header.raw.subarray(part.bodyStart, part.bodyEnd);
  let lines = 0;
  for (let at = body.indexOf(LINE_FEED); at >= 0; at = body.indexOf(LINE_FEED, at + 1)) lines += 1;
  return String(lines);
}

type Parameters = readonly (readonly [OctetText, OctetText])[];

function withDefaultCharset(part: MimePart): Parameters {
  const { parameters } = part.contentType;
  const isComplete = part.type !== 'text' || parameters.some(([name]) => name.toLowerCase() === 'charset');
  return isComplete ? parameters : [...parameters, ['charset', 'us-ascii']];
}

function formatParameters(parameters: Parameters): OctetText {
  if (parameters.length === 0) return 'NIL';
  return `(${parameters.flatMap(([name, value]) => [wireString(name), wireString(value)]).join(' ')})`;
}

function dispositionFields(part: MimePart): readonly OctetText[] {
  const disposition = parseParameterizedValue(headerValue(part.header, 'content-disposition') ?? '');
  const kind = disposition.value;
  const shown = kind === '' ? 'NIL' : `(${wireString(kind)} ${formatParameters(disposition.parameters)})`;
  const language = headerValue(part.header, 'content-language');
  const languages = language?.split(',').map((tag) => wireString(tag.trim()));
  return [
    shown,
    languages === undefined ? 'NIL' : `(${languages.join(' ')})`,
    wireNstring(headerValue(part.header, 'content-location')),
  ];
}
