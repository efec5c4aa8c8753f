import type {
  Array as ArrayNode,
  Bin,
  Boolean as BooleanNode,
  Call,
  Encapsed,
  Entry,
  Name,
  Node,
  NowDoc,
  Number as NumberNode,
  Return,
  String as StringNode,
  Unary,
} from 'php-parser';
import { describePhp } from './describe-php.ts';
import type { ImportJournal } from './import-journal.ts';
import { parsePhp } from './parse-php.ts';
import { type LiteralReading, readPhpHeredoc, readPhpNumber, readPhpString } from './php-literals.ts';
import { isPhpArray, type PhpArray, type PhpValue } from './php-value.ts';
import type { SourceEnvironment } from './source-environment.ts';

/** A PHP file's text. */
export interface PhpFile {
  /** As in notes and problems. */
  readonly name: string;
  readonly text: string;
}

/** The reader's environment and journal. */
export interface PhpFileContext {
  /** For `env()`. */
  readonly environment: SourceEnvironment;
  readonly journal: ImportJournal;
}

/** Configuration files have three or four levels. */
const MAX_DEPTH = 32;
const INTEGER_KEY = /^(?:0|-?[1-9][0-9]{0,14})$/;

/**
 * Evaluates the only `return` without running code: arrays, strings, numbers, true, false, null, `.` and `env()`.
 * Reports all else by line in the journal, and returns undefined.
 */
export function readPhpFile(file: PhpFile, context: PhpFileContext): PhpValue | undefined {
  const syntax = parsePhp(file.text);
  if ('reason' in syntax) {
    const { line, reason } = syntax;
    context.journal.refuse({ file: file.name, ...(line !== undefined && { line }), text: reason });
    return undefined;
  }
  return new PhpFileReader(file.name, context).readFile(syntax.statements);
}

class PhpFileReader {
  readonly #fileName: string;
  readonly #environment: SourceEnvironment;
  readonly #journal: ImportJournal;

  constructor(fileName: string, { environment, journal }: PhpFileContext) {
    this.#fileName = fileName;
    this.#environment = environment;
    this.#journal = journal;
  }

  readFile(statements: readonly Node[]): PhpValue | undefined {
    const nodes = listStatements(statements);
    const others = nodes.filter((node) => node.kind !== 'return');
    for (const node of others) this.#refuse(node, describePhp(node));
    if (others.length > 0) return undefined;
    const [returned] = nodes as readonly Return[];
    if (nodes.length === 1 && returned?.expr) return this.#readValue(returned.expr, 0);
    this.#journal.refuse({ file: this.#fileName, text: 'expected one statement: return [ ... ];' });
    return undefined;
  }

  #readValue(node: Node, depth: number): PhpValue | undefined {
    if (depth > MAX_DEPTH) return this.#refuse(node, `nesting of more than ${MAX_DEPTH} levels`);
    switch (node.kind) {
      case 'array':
        return this.#readArray(node as ArrayNode, depth);
      case 'bin':
        return this.#readJoined(node as Bin, depth);
      case 'boolean':
        return (node as BooleanNode).value;
      case 'call':
        return this.#readEnvCall(node as Call, depth);
      case 'encapsed':
        return this.#take(node, readPhpHeredoc(node as Encapsed) ?? { reason: describePhp(node) });
      case 'nowdoc':
        return (node as NowDoc).value;
      case 'nullkeyword':
        return null;
      case 'number':
        return this.#take(node, readPhpNumber(node as NumberNode));
      case 'string':
        return this.#take(node, readPhpString(node as StringNode));
      case 'unary':
        return this.#readSigned(node as Unary, depth);
      default:
        return this.#refuse(node, describePhp(node));
    }
  }

  #take<Value>(node: Node, reading: LiteralReading<Value>): Value | undefined {
    return 'value' in reading ? reading.value : this.#refuse(node, reading.reason);
  }

  /** A missing key is the largest integer so far plus 1, as in PHP. */
  #readArray({ items }: ArrayNode, depth: number): PhpArray {
    const array = new Map<string | number, PhpValue>();
    let next = 0;
    for (const item of items as readonly Entry[]) {
      const key = item.key === null ? next : this.#readKey(item.key, depth);
      const value = this.#readItem(item, depth);
      if (typeof key === 'number') next = Math.max(next, key + 1);
      if (key !== undefined && value !== undefined) array.set(key, value);
    }
    return array;
  }

  #readItem(item: Entry, depth: number): PhpValue | undefined {
    if (item.byRef) return this.#refuse(item, 'a reference');
    if (item.unpack) return this.#refuse(item, 'an array spread with ...');
    return this.#readValue(item.value, depth + 1);
  }

  #readKey(node: Node, depth: number): string | number | undefined {
    const value = this.#readValue(node, depth + 1);
    if (isPhpArray(value)) return this.#refuse(node, 'an array as a key');
    return value === undefined ? undefined : toKey(value);
  }

  #readJoined(node: Bin, depth: number): PhpValue | undefined {
    const parts = listJoined(node);
    if (parts === undefined) return this.#refuse(node, describePhp(node));
    const values = parts.map((part) => this.#readValue(part, depth + 1));
    if (values.every((value) => typeof value === 'string' || typeof value === 'number'))
      return values.join('');
    return values.includes(undefined)
      ? undefined
      : this.#refuse(node, 'a dot between values that are no texts');
  }

  #readSigned(node: Unary, depth: number): PhpValue | undefined {
    const isSign = (node.type === '-' || node.type === '+') && node.what.kind === 'number';
    if (!isSign) return this.#refuse(node, describePhp(node));
    const value = this.#readValue(node.what, depth + 1);
    return typeof value === 'number' && node.type === '-' ? -value : value;
  }

  #readEnvCall(node: Call, depth: number): PhpValue | undefined {
    const [keyNode, defaultNode, ...rest] = node.arguments;
    if (!isEnv(node.what) || keyNode === undefined || rest.length > 0) {
      return this.#refuse(node, describePhp(node));
    }
    const key = this.#readValue(keyNode, depth + 1);
    const fallback = defaultNode === undefined ? null : this.#readValue(defaultNode, depth + 1);
    if (key === undefined || fallback === undefined) return undefined;
    const found = this.#environment.lookUp(String(key));
    if ('reason' in found) return this.#refuse(node, `env() (${found.reason})`);
    const place = `${this.#fileName}, line ${lineOf(node)}`;
    this.#journal.note('changed', `${place}: env('${key}') is replaced by its present value`);
    return found.value === undefined ? fallback : toEnvValue(found.value);
  }

  #refuse(node: Node, what: string): undefined {
    const text = `${what} cannot be taken over, because PHP is not run here`;
    this.#journal.refuse({ file: this.#fileName, line: lineOf(node), text });
  }
}

function lineOf(node: Node): number {
  return node.loc?.start.line ?? 1;
}

/** Operands of `'a' . 'b' . 'c'`, without recursion; undefined for other operators. */
function listJoined(node: Bin): readonly Node[] | undefined {
  const parts: Node[] = [];
  let left: Node = node;
  while (left.kind === 'bin' && (left as Bin).type === '.') {
    parts.push((left as Bin).right);
    left = (left as Bin).left;
  }
  return parts.length === 0 ? undefined : [...parts, left].reverse();
}

function listStatements(statements: readonly Node[]): readonly Node[] {
  return statements.flatMap((node) => {
    const children = (node as Node & { children?: readonly Node[] }).children ?? [];
    if (node.kind === 'namespace') return listStatements(children);
    const isEmptyDeclare = node.kind === 'declare' && children.length === 0;
    const isSpace =
      node.kind === 'inline' && String((node as Node & { value?: unknown }).value).trim() === '';
    return isEmptyDeclare || isSpace || node.kind === 'usegroup' || node.kind === 'noop' ? [] : [node];
  });
}

function isEnv(node: Node): boolean {
  return node.kind === 'name' && /^\\?env$/i.test((node as Name).name);
}

function toEnvValue(text: string | null): PhpValue {
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

function toKey(value: Exclude<PhpValue, PhpArray>): string | number {
  if (typeof value === 'number') return Math.trunc(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null) return '';
  return INTEGER_KEY.test(value) ? Number(value) : value;
}
