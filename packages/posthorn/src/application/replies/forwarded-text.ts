import type { MailAddress } from '../../domain/values/mail-address.ts';
import { fitFieldText, MAX_NAME_CHARACTERS, MAX_SUBJECT_CHARACTERS } from './field-text.ts';
import { textToHtml } from './html-text.ts';
import type { Original, OriginalTexts } from './original-message.ts';
import { showDate } from './shown-date.ts';

const HEADING = '---------- Forwarded message ----------';
const MAX_SHOWN_ADDRESSES = 50;
/** RFC 5321 §4.5.3.1. */
const MAX_ADDRESS_CHARACTERS = 320;

/** A forward's texts: header block and whole text. */
export function forwardTexts(
  original: Original,
  { plain, html }: OriginalTexts,
): { readonly textPlain: string; readonly textHtml?: string } {
  const header = [HEADING, ...showFields(original)].join('\n');
  const textPlain = `${header}\n\n${plain}`;
  return html === undefined
    ? { textPlain }
    : { textPlain, textHtml: `<p>${textToHtml(header)}</p>\n${html}` };
}

function showFields({ from, date, subject = '', to, cc }: Original): readonly string[] {
  const fields: readonly (readonly [string, string])[] = [
    ['From', showAddresses(from)],
    ['Date', (date && showDate(date)) ?? ''],
    ['Subject', fitFieldText(subject, MAX_SUBJECT_CHARACTERS)],
    ['To', showAddresses(to)],
    ['Cc', showAddresses(cc)],
  ];
  return fields.filter(([, text]) => text !== '').map(([name, text]) => `${name}: ${text}`);
}

function showAddresses(addresses: readonly MailAddress[] = []): string {
  const shown = addresses.slice(0, MAX_SHOWN_ADDRESSES).map(showAddress).join(', ');
  const left = addresses.length - MAX_SHOWN_ADDRESSES;
  return left > 0 ? `${shown} and ${left} more` : shown;
}

function showAddress({ address, name }: MailAddress): string {
  const shownName = fitFieldText(name, MAX_NAME_CHARACTERS);
  const shownAddress = fitFieldText(address, MAX_ADDRESS_CHARACTERS);
  return shownName === '' || shownName === shownAddress ? shownAddress : `${shownName} <${shownAddress}>`;
}
