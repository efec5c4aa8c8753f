import { isUtf8 } from 'node:buffer';

import type { OctetText } from '../../octet-text.ts';
import type { RawCommand } from './command-reader.ts';
import { reject } from './refusal.ts';

const ATOM = /[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|}~]+/y;
const ASTRING_ATOM = /[!#$&'+,\-./0-9:;<=>?@A-Z[\]^_`a-z|}~]+/y;
const LIST_ATOM = /[!#$%&'*+,\-./0-9:;<=>?@A-Z[\]^_`a-z|}~]+/y;
const QUOTED = /"((?:[^"\\\r\n]|\\["\\])*)"/y;
/** Quotes allow UTF-8 only (RFC 6855 §3). */
const EIGHT_BIT = /[\x80-\xff]/;
const LITERAL = /\{[0-9]{1,10}\+?\}/y;
const LITERAL8 = /~\{[0-9]{1,10}\+?\}/y;
const NUMBER = /[0-9]{1,19}/y;
const SEQUENCE_SET = /[0-9*][0-9:*,]*|\$/y;
const FLAG = /\\?[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|}~]+/y;

/** Reads left to right (RFC 3501 §9). Methods throw BAD for another element. */
export class ArgumentReader {
  readonly #command: RawCommand;
  #position: number;

  constructor(command: RawCommand, position: number) {
    this.#command = command;
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#command.text.length;
  }

  /** Literals appear as announcements. */
  get rest(): OctetText {
    return this.#command.text.slice(this.#position);
  }

  expectEnd(): void {
    if (!this.isAtEnd) throw reject('Unexpected extra arguments');
  }

  space(): void {
    this.take(' ');
  }

  peekCharacter(offset: number): string {
    return this.#command.text.charAt(this.#position + offset);
  }

  isNext(text: string): boolean {
    const next = this.#command.text.slice(this.#position, this.#position + text.length);
    return next.toUpperCase() === text.toUpperCase();
  }

  tryTake(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.#position += text.length;
    return true;
  }

  take(text: string): void {
    if (!this.tryTake(text)) throw reject(`Expected ${text === ' ' ? 'a space' : text}`);
  }

  keyword(): string {
    return this.#match(ATOM, 'a keyword').toUpperCase();
  }

  peekKeyword(): string {
    ATOM.lastIndex = this.#position;
    return ATOM.exec(this.#command.text)?.[0].toUpperCase() ?? '';
  }

  astring(): OctetText {
    if (this.isNext('"') || this.isNext('{')) return this.string();
    return this.#match(ASTRING_ATOM, 'a string');
  }

  /** Allows `%` and `*`. */
  listMailbox(): OctetText {
    if (this.isNext('"') || this.isNext('{')) return this.string();
    return this.#match(LIST_ATOM, 'a mailbox pattern');
  }

  string(): OctetText {
    if (this.isNext('{')) return this.literal().toString('latin1');
    const quoted = this.#match(QUOTED, 'a quoted string');
    if (EIGHT_BIT.test(quoted) && !isUtf8(Buffer.from(quoted, 'latin1'))) throw reject('Invalid UTF-8');
    return quoted.slice(1, -1).replace(/\\(["\\])/g, '$1');
  }

  nstring(): OctetText | undefined {
    return this.tryTake('NIL') ? undefined : this.string();
  }

  literal(): Buffer {
    return this.#literal(LITERAL);
  }

  /** May contain NUL (RFC 3516 §7). */
  literal8(): Buffer {
    return this.#literal(LITERAL8);
  }

  number(): number {
    return Number(this.#match(NUMBER, 'a number'));
  }

  sequenceSet(): string {
    return this.#match(SEQUENCE_SET, 'a message set');
  }

  flag(): string {
    return this.#match(FLAG, 'a flag');
  }

  list<Item>(item: () => Item): readonly Item[] {
    this.take('(');
    const items: Item[] = [];
    if (this.tryTake(')')) return items;
    for (;;) {
      items.push(item());
      if (this.tryTake(')')) return items;
      this.space();
    }
  }

  #literal(announcement: RegExp): Buffer {
    const bytes = this.#command.literals.get(this.#position);
    if (bytes === undefined) throw reject('Expected a literal');
    this.#match(announcement, 'a literal');
    return bytes;
  }

  #match(pattern: RegExp, wanted: string): string {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#command.text)?.[0];
    if (found === undefined) throw reject(`Expected ${wanted}`);
    this.#position += found.length;
    return found;
  }
}
